// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What threads pass on through aligned words, fields and objects: a thread that reads a word knows what its writers
 * knew. A program may write more words than there is room for. Then those are forgotten that were released least
 * recently, so a reader may seem to know too little. A word takes 4 bytes for each thread that its writers know of.
 * Thread-safe.
 */
final class Words {
    private static final int SETS = 1 << 16;
    /** Words with the same hash. */
    private static final int WAYS = 4;
    private static final int[] NOTHING = {};

    /** Null if nothing was passed on. */
    private final AtomicReferenceArray<Passed> words = new AtomicReferenceArray<>(SETS * WAYS);

    /**
     * What was passed on through a word.
     *
     * @param times see {@link Clock}; the array never changes
     * @param when  in nanoseconds
     */
    private record Passed(long key, int[] times, long when) {
    }

    /** Called before a write. Keeps what earlier writers passed on, whose writes a reader may still see. */
    void release(long key, Clock clock) {
        boolean done = clock.isKnown(NOTHING);
        while (!done) {
            int slot = slot(key);
            done = slot < 0 ? add(key, clock) : renew(key, slot, clock);
        }
    }

    /** Returns false if another thread has changed the slot. */
    private boolean renew(long key, int slot, Clock clock) {
        Passed before = words.get(slot);
        if (before.key != key) {
            return false;
        }
        if (clock.isKnown(before.times)) {
            return true;
        }
        int[] times = Clock.latest(before.times, clock.snapshot());
        return words.compareAndSet(slot, before, new Passed(key, times, System.nanoTime()));
    }

    /** Returns false if another thread has taken the slot. Two threads may add the same word. */
    private boolean add(long key, Clock clock) {
        int oldest = set(key);
        Passed before = words.get(oldest);
        for (int slot = oldest + 1; slot < set(key) + WAYS && before != null; slot++) {
            Passed other = words.get(slot);
            if (other == null || other.when - before.when < 0) {
                oldest = slot;
                before = other;
            }
        }
        return words.compareAndSet(oldest, before, new Passed(key, clock.snapshot(), System.nanoTime()));
    }

    /** Called after a read; returns what the writers passed on. */
    int[] acquire(long key) {
        int first = set(key);
        int[] times = NOTHING;
        for (int slot = first; slot < first + WAYS; slot++) {
            Passed passed = words.get(slot);
            if (passed != null && passed.key == key) {
                times = times == NOTHING ? passed.times : Clock.latest(times, passed.times);
            }
        }
        return times;
    }

    /** Returns -1 if nothing is known of the word. */
    private int slot(long key) {
        int first = set(key);
        for (int slot = first; slot < first + WAYS; slot++) {
            Passed passed = words.get(slot);
            if (passed != null && passed.key == key) {
                return slot;
            }
        }
        return -1;
    }

    /** Returns the first slot for words with this hash. */
    private static int set(long key) {
        return (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(SETS)) * WAYS;
    }
}
