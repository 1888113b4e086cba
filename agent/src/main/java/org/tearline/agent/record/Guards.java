// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** The locks that were held at sampled accesses to each value. Thread-safe. */
final class Guards {
    private final AtomicLongArray words;
    /** By slot; null if no access to the value was sampled. */
    private final AtomicReferenceArray<Guard> guards = new AtomicReferenceArray<>(Slots.LIMIT);

    /**
     * What the samples of a value show. Locks are given as identity hash codes.
     *
     * @param all     locks held at each sampled access
     * @param before  locks held at each sampled access before the latest of the sampled threads came
     * @param threads bits by the numbers of the sampled threads
     * @param fewest  see {@link Entry#locks}
     */
    private record Guard(int[] all, int[] before, int threads, int fewest) {
        Guard and(int[] held, int thread, int locks) {
            int[] common = IntStream.of(all).filter(lock -> IntStream.of(held).anyMatch(one -> one == lock)).toArray();
            // Threads are numbered in the order in which they came.
            boolean isLatest = threads >>> thread == 0;
            return new Guard(common, isLatest ? all : before, threads | 1 << thread, Math.min(fewest, locks));
        }

        boolean shared() {
            return Integer.bitCount(threads) > 1;
        }
    }

    /** @param words their lower halves are the states of the values */
    Guards(AtomicLongArray words) {
        this.words = words;
    }

    /** Whether one lock may guard a value, as far as accesses have been sampled, so that further samples matter. */
    boolean mayBeHeld(int value) {
        Guard known = guards.get(value);
        return known == null || known.all.length > 0 || known.before.length > 0 && !returned(value);
    }

    /** Whether an earlier thread has touched the value again since the latest of its threads came. */
    private boolean returned(int value) {
        return (words.get(value) & State.RETURNED_LAST) != 0;
    }

    /**
     * Whether the next access by a thread must be sampled: the value is shared, one lock may guard it, and no access by
     * the thread has been sampled.
     */
    boolean unsampled(int value, int thread) {
        Guard known = guards.get(value);
        return State.threads((int) words.get(value)) > 1
            && (known == null || mayBeHeld(value) && (known.threads & 1 << thread) == 0);
    }

    /** Returns the fewest locks that were held at a sampled access; as many as are held now if none was sampled. */
    int fewestLocks(int value, int now) {
        Guard known = guards.get(value);
        return known == null ? now : known.fewest;
    }

    /**
     * Records the locks that were held at an access.
     *
     * @param thread number of the thread for the value
     * @param locks  number of locks held, see {@link Tally#locks}
     */
    void add(int value, int thread, int[] held, int locks) {
        Guard known;
        Guard next;
        do {
            known = guards.get(value);
            next = known == null ? new Guard(held, held, 1 << thread, locks) : known.and(held, thread, locks);
        } while (!guards.compareAndSet(value, known, next));
    }

    /**
     * Called when one value joins another, its parent. The locks held at all samples of the child, or no locks if it
     * has no samples, become one sample of the parent's first thread.
     */
    void adopt(int parent, int child) {
        Guard known = guards.get(child);
        add(parent, 0, known == null ? Locks.NONE : known.all, 0);
    }

    /** Whether several threads were sampled, and one lock was held at every sample. */
    boolean alwaysHeld(int value) {
        Guard known = guards.get(value);
        return known != null && known.shared() && known.all.length > 0;
    }

    /** Whether a lock guards a value. The latest thread needs none if no other has touched the value since. */
    boolean held(int value) {
        Guard known = guards.get(value);
        return alwaysHeld(value) || known != null && known.shared() && known.before.length > 0 && !returned(value);
    }

    void clear(int value) {
        guards.set(value, null);
    }
}
