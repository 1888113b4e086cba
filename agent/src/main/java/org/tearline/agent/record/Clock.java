// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Arrays;
import org.tearline.agent.access.Access.Operation;

/**
 * What a thread knows of the accesses of others, because they passed it on: a vector clock. An access happened before
 * the current one if its time is known. Used by its thread only.
 */
final class Clock {
    /** The times of threads from this number on are never known, so accesses that conflict count as unordered. */
    static final int THREADS = 1 << 8;
    static final int NEVER_KNOWN = Integer.MAX_VALUE;
    private static final int DOUBTFUL = 16;

    final int thread;
    private int[] known;
    /** What the thread knows by other means than locks, such as the end of a thread. */
    private int[] knownWithoutLocks = {};
    /** Time of the next access. */
    private int now;
    /** What the thread passed on last, if it has learnt nothing since; else null. */
    private int[] snapshot;
    /** Hash code of the lock of which the thread makes optimistic reads; 0 if none. */
    private int optimistic;
    /** Whether the thread has made an optimistic read that it has not validated yet. */
    private boolean hasRead;
    /** Values that the thread has read so, after writes that it does not know. There may have been more. */
    private final int[] doubtful = new int[DOUBTFUL];
    private int doubts;
    /** Whether the thread ever failed to validate one. */
    private boolean careless;

    /** @param thread identifies the thread among all threads; from 1 */
    Clock(int thread) {
        this.thread = thread;
        this.known = new int[thread < THREADS ? thread + 1 : 0];
        this.now = thread < THREADS ? 1 : NEVER_KNOWN;
    }

    /** Continues the clock of a thread that had ended before this one made an access, so that they cannot have met. */
    Clock(Clock earlier) {
        this(earlier.thread);
        this.now = earlier.now + 1;
        known[thread] = earlier.now;
    }

    /** Called before optimistic reads, which may also be those of a second lock. */
    void beginOptimisticReads(int lock) {
        if (optimistic == lock) {
            endOptimisticReads(false);
        }
        if (optimistic == 0 && !careless) {
            optimistic = lock;
        }
    }

    /** @param checked false if the thread has not asked whether its reads are valid */
    void endOptimisticReads(boolean checked) {
        careless |= hasRead && !checked;
        optimistic = 0;
        hasRead = false;
        doubts = 0;
    }

    /** Whether an access is a read that the thread throws away if the owner of the lock has written meanwhile. */
    boolean readsOptimistically(Operation operation) {
        boolean reads = optimistic != 0 && operation == Operation.READ;
        hasRead |= reads;
        return reads;
    }

    boolean isOptimistic() {
        return optimistic != 0;
    }

    void doubt(int value) {
        if (doubts < DOUBTFUL) {
            doubtful[doubts++] = value;
        }
    }

    /** Returns the values that writers without the lock may have changed, if the thread finds that no owner has. */
    int[] doubtful() {
        return Arrays.copyOf(doubtful, doubts);
    }

    boolean isKept() {
        return thread < THREADS;
    }

    /** Returns the time of an access that the thread has just made, which it will pass on. */
    int use() {
        if (thread < THREADS && known[thread] != now) {
            known[thread] = now;
            snapshot = null;
        }
        return now;
    }

    /** Returns the time of an access that the thread makes now. It changes when the thread passes an access on. */
    int now() {
        return now;
    }

    boolean knows(int other, int time) {
        return other < known.length && time <= known[other];
    }

    boolean knowsWithoutLocks(int other, int time) {
        return other < knownWithoutLocks.length && time <= knownWithoutLocks[other];
    }

    /** Called after a lock was taken, with what its earlier holders passed on. */
    void takeFromLock(int[] passed) {
        if (passed != snapshot) {
            learn(passed);
        }
    }

    /** Called after other threads have passed on this in any other way. */
    void take(int[] passed) {
        if (passed == snapshot) {
            return;
        }
        learn(passed);
        knownWithoutLocks = merged(knownWithoutLocks, passed);
    }

    private void learn(int[] passed) {
        for (int other = 0; other < passed.length; other++) {
            if (!knows(other, passed[other])) {
                snapshot = null;
                known = merged(known, passed);
                return;
            }
        }
    }

    /** Overwrites the first array if it is long enough. */
    private static int[] merged(int[] one, int[] other) {
        int[] merged = one.length < other.length ? Arrays.copyOf(one, other.length) : one;
        for (int i = 0; i < other.length; i++) {
            merged[i] = Math.max(merged[i], other[i]);
        }
        return merged;
    }

    /** Whether others know all that this thread knows. */
    boolean isKnown(int[] toOthers) {
        if (toOthers == snapshot) {
            return true;
        }
        for (int i = 0; i < known.length; i++) {
            int knownToOthers = i < toOthers.length ? toOthers[i] : 0;
            if (known[i] > knownToOthers) {
                return false;
            }
        }
        return true;
    }

    /** Returns the later time of each thread. */
    static int[] latest(int[] one, int[] other) {
        return merged(Arrays.copyOf(one, Math.max(one.length, other.length)), other);
    }

    /** Called before the thread passes on what it knows; returns that. The array never changes. */
    int[] snapshot() {
        if (snapshot == null) {
            snapshot = known.clone();
            if (thread < THREADS) {
                now = known[thread] + 1;
            }
        }
        return snapshot;
    }
}
