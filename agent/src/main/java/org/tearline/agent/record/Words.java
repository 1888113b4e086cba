// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What threads pass on through aligned words and objects: a thread that reads a word knows what its writers knew. Words
 * with the same hash count as one. So a reader seldom seems to know too much, and never too little. Thread-safe.
 */
final class Words {
    private static final int LIMIT = 1 << 16;
    private static final int[] NOTHING = {};

    /** Times, see {@link Clock}; the arrays never change. Null if nothing was passed on. */
    private final AtomicReferenceArray<int[]> passed = new AtomicReferenceArray<>(LIMIT);

    /** Called before a write. Keeps what earlier writers passed on, whose writes a reader may still see. */
    void release(long key, Clock clock) {
        int slot = slot(key);
        int[] before;
        int[] next;
        do {
            before = passed.get(slot);
            int[] known = before == null ? NOTHING : before;
            if (clock.isKnown(known)) {
                return;
            }
            next = Clock.latest(known, clock.pass(NOTHING));
        } while (!passed.compareAndSet(slot, before, next));
    }

    /** Called after a read; returns what the writers passed on. */
    int[] acquire(long key) {
        int[] known = passed.get(slot(key));
        return known == null ? NOTHING : known;
    }

    private static int slot(long key) {
        return (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
    }
}
