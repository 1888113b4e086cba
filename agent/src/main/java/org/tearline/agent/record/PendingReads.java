// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import org.tearline.agent.access.Access.Operation;

/**
 * Reads of values that threads may still throw away, since a sequence lock shows that they were not valid: each counts
 * when its thread passes something on. Thread-safe; each clock is used by its thread only.
 */
final class PendingReads {
    private final ValueTable values;
    private final Words words;
    /** Whether reads may be thrown away after a fence, so that they count only later. */
    private volatile boolean defers;

    PendingReads(ValueTable values, Words words) {
        this.values = values;
        this.words = words;
    }

    /** Called when there is code that may throw reads away after a fence. */
    void defer() {
        defers = true;
    }

    boolean defers() {
        return defers;
    }

    /** Records the reads that a thread has not thrown away. */
    void commit(Clock clock) {
        for (int i = 0; i < clock.reads; i++) {
            int order = values.history(clock.pending[i]).record(clock, Operation.READ, words);
            values.addFlags(clock.pending[i], State.ofOrder(clock.dirty[i] ? History.UNORDERED : order));
        }
        clock.reads = 0;
        clock.isFenced = false;
    }

    /** Called before an acquire fence, after which the thread may know more. */
    void check(Clock clock) {
        for (int i = 0; i < clock.reads; i++) {
            clock.dirty[i] |= isUnordered(clock, clock.pending[i]);
        }
    }

    private boolean isUnordered(Clock clock, int value) {
        return values.history(value).order(clock, Operation.READ, words) != History.ORDERED;
    }

    /**
     * Called after a read of a word. One that was read before and is read again after a fence shows whether the reads
     * in between are valid. If it has changed, the thread throws them away.
     */
    void read(Clock clock, long key, boolean strong) {
        int version = words.version(key);
        if (version == 0 && !strong) {
            // Never written, such as a constant.
            return;
        }
        int before = clock.isFenced ? clock.version(key) : -1;
        if (before >= 0) {
            for (int i = 0; i < clock.reads && before == version; i++) {
                // Somebody wrote without the word, or just before it.
                values.addFlags(clock.pending[i], clock.dirty[i] ? State.UNVALIDATED : 0);
            }
            clock.reads = 0;
            clock.isFenced = false;
        } else if (clock.reads > 0 && !clock.isFenced && (strong || clock.guard == key)) {
            commit(clock);
        }
        clock.read(key, version);
    }

    /** Called after a read of a value. */
    void add(Clock clock, int value) {
        for (int i = 0; i < clock.reads; i++) {
            if (clock.pending[i] == value && (clock.isFenced || clock.dirty[i])) {
                commit(clock);
            } else if (clock.pending[i] == value) {
                clock.dirty[i] = isUnordered(clock, value);
                return;
            }
        }
        if (clock.reads == clock.pending.length) {
            commit(clock);
        }
        if (clock.reads == 0) {
            clock.guard = clock.last();
        }
        clock.pending[clock.reads] = value;
        clock.dirty[clock.reads] = isUnordered(clock, value);
        clock.reads++;
    }
}
