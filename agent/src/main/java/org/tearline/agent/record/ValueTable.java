// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells which threads touched which misaligned value: a hash table of fixed size, without locks, in which nothing is
 * ever removed. Thread-safe.
 */
public final class ValueTable {
    /** How many threads are told apart for one value: what matters is one or more. */
    public static final int THREADS = 8;
    /** Values that are told apart. With their threads they take half a megabyte. */
    public static final int LIMIT = 1 << 13;
    /** A table that is fuller than this is searched no further. */
    private static final int PROBES = 16;
    /** Every bit of a key moves the upper ones: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicLongArray threads = new AtomicLongArray(LIMIT * THREADS);

    /**
     * Returns the slot of a value, which it takes if it is new.
     *
     * @param key not 0
     * @return -1 where there is no room for it
     */
    int slot(long key) {
        return slot(keys, LIMIT, key);
    }

    /** Does so in any table whose size is a power of two. */
    static int slot(AtomicLongArray keys, int limit, long key) {
        int slot = (int) (key * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(limit));
        for (int probe = 0; probe < PROBES; probe++) {
            long held = keys.get(slot);
            if (held == 0) {
                held = keys.compareAndExchange(slot, 0, key);
            }
            if (held == key || held == 0) {
                return slot;
            }
            slot = slot + 1 & limit - 1;
        }
        return -1;
    }

    /** Notes that a thread touched the value; from the ninth thread on nothing is noted. */
    void touch(int slot, long thread) {
        int first = slot * THREADS;
        for (int i = first; i < first + THREADS; i++) {
            long held = threads.get(i);
            if (held == 0) {
                held = threads.compareAndExchange(i, 0, thread);
            }
            if (held == thread || held == 0) {
                return;
            }
        }
    }

    /** Returns how many threads touched the value, up to {@link #THREADS}. */
    int threads(int slot) {
        int count = 0;
        while (count < THREADS && threads.get(slot * THREADS + count) != 0) {
            count++;
        }
        return count;
    }

    /** Returns how many values have a slot. */
    public int size() {
        int size = 0;
        for (int slot = 0; slot < LIMIT; slot++) {
            if (keys.get(slot) != 0) {
                size++;
            }
        }
        return size;
    }
}
