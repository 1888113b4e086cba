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

    final int thread;
    private int[] known;
    /** What the thread knows by other means than locks, such as the end of a thread. */
    private int[] knownWithoutLocks = {};
    /** Time of the next access. */
    private int now;
    /** What the thread passed on last, if it has learnt nothing since; else null. */
    private int[] snapshot;
    /** Whether the thread makes optimistic reads of a StampedLock. */
    private boolean optimistic;
    /** Whether the thread has made an optimistic read that it has not validated yet. */
    private boolean hasRead;
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

    void beginOptimisticReads() {
        optimistic = !careless;
    }

    void endOptimisticReads(boolean validated) {
        careless |= hasRead && !validated;
        optimistic = false;
        hasRead = false;
    }

    /** Whether a read is harmless, since the thread throws the value away if another one has changed it meanwhile. */
    boolean mayRead(Operation operation) {
        boolean mayRead = optimistic && operation == Operation.READ;
        hasRead |= mayRead;
        return mayRead;
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
        if (passed == snapshot) {
            return;
        }
        snapshot = null;
        known = merged(known, passed);
    }

    /** Called after other threads have passed on this in any other way. */
    void take(int[] passed) {
        if (passed == snapshot) {
            return;
        }
        snapshot = null;
        known = merged(known, passed);
        knownWithoutLocks = merged(knownWithoutLocks, passed);
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
