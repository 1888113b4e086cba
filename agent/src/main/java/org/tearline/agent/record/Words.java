// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What threads pass on through aligned words and objects: a thread that reads a word knows what its writers knew. A
 * newer word replaces an older one, so a reader may seem to know too little, but never too much. Thread-safe.
 */
final class Words {
    private static final int LIMIT = 1 << 16;
    /** Each word is in one of so many neighboring places. */
    private static final int PROBES = 4;
    private static final int[] NOTHING = {};

    private final AtomicReferenceArray<Word> words = new AtomicReferenceArray<>(LIMIT);
    /** Not exact if several threads replace words at once. */
    private int replaced;

    /**
     * A word that has been written.
     *
     * @param passed times, see {@link Clock}; the array never changes
     */
    private record Word(long key, int[] passed) {
    }

    /** Called before a write. Keeps what earlier writers passed on, whose writes a reader may still see. */
    void release(long key, Clock clock) {
        int slot;
        Word before;
        Word next;
        do {
            slot = slotFor(key);
            before = words.get(slot);
            int[] known = before == null || before.key != key ? NOTHING : before.passed;
            if (clock.isKnown(known)) {
                return;
            }
            next = new Word(key, Clock.latest(known, clock.pass(NOTHING)));
        } while (!words.compareAndSet(slot, before, next));
    }

    /** Called after a read; returns what the writers passed on. */
    int[] acquire(long key) {
        for (int i = 0; i < PROBES; i++) {
            Word word = words.get(slot(key) + i);
            if (word != null && word.key == key) {
                return word.passed;
            }
        }
        return NOTHING;
    }

    /** Returns the place of a word: where it is, a free one, or one whose word it replaces. */
    private int slotFor(long key) {
        int first = slot(key);
        int free = -1;
        for (int i = first; i < first + PROBES; i++) {
            Word word = words.get(i);
            if (word != null && word.key == key) {
                return i;
            }
            if (word == null && free < 0) {
                free = i;
            }
        }
        return free >= 0 ? free : first + (replaced++ & PROBES - 1);
    }

    private static int slot(long key) {
        int groups = LIMIT / PROBES;
        return PROBES * (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(groups));
    }
}
