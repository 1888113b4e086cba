// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.tearline.agent.access.Access.Operation;

/**
 * The latest accesses to values that are not tracked. Without them, one contended value would be invisible among
 * thousands of harmless ones. A newer value replaces an older one. Thread-safe; a race may lose an access.
 */
final class Window {
    private static final int LIMIT = 1 << 12;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicIntegerArray writers = new AtomicIntegerArray(LIMIT);
    /** Threads that have read what the writer wrote; 0 if none has. */
    private final AtomicIntegerArray readers = new AtomicIntegerArray(LIMIT);

    /** Records an access; returns whether it writes a value again that another thread has read since the last write. */
    boolean contended(long key, int thread, Operation operation) {
        int slot = (int) (key * ValueTable.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
        if (keys.getOpaque(slot) != key) {
            keys.setOpaque(slot, key);
            writers.setOpaque(slot, 0);
            readers.setOpaque(slot, 0);
        }
        int writer = writers.getOpaque(slot);
        int reader = readers.getOpaque(slot);
        if (operation == Operation.READ) {
            if (writer != 0 && writer != thread && reader != thread) {
                readers.setOpaque(slot, thread);
            }
            return false;
        }
        if (writer != thread) {
            writers.setOpaque(slot, thread);
        }
        if (reader != 0) {
            readers.setOpaque(slot, 0);
        }
        return operation == Operation.WRITE && reader != 0 && reader != thread;
    }
}
