// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Arrays;

/**
 * What a thread knows of the accesses of others, because they passed it on: a vector clock. An access happened before
 * the current one if its time is known. Used by its thread only.
 */
final class Clock {
    static final int[] NOTHING = {};
    /** Latest ordered reads of words that are remembered, since one of them may be repeated to validate other reads. */
    private static final int LATEST = 1 << 6;
    private static final int MOST_PENDING = 16;

    /** Index in all clocks. A thread may continue the index of one that has ended. */
    final int thread;
    private int[] known;
    /** Time of the next access. */
    private int now;
    /** What the thread passed on last, if it has learnt nothing since; else null. */
    private int[] snapshot;
    /** What the thread knew at its last release fence, which its later writes pass on. */
    private int[] fenced = NOTHING;
    /** What the plain reads of the thread have seen, which it knows from its next acquire fence on. */
    private int[] seen = NOTHING;
    /** Reads of tracked values that the thread may still throw away. */
    final int[] pending = new int[MOST_PENDING];
    final boolean[] dirty = new boolean[MOST_PENDING];
    int reads;
    /** Whether an acquire fence came after them. */
    boolean isFenced;
    private final long[] latest = new long[LATEST];
    private final int[] versions = new int[LATEST];
    private long last;
    /** The word that was read last before the pending reads. */
    long guard;

    Clock(int thread) {
        this.thread = thread;
        this.known = new int[thread + 1];
        this.now = 1;
    }

    /** Continues the clock of a thread that had ended before this one made an access, so that they cannot have met. */
    Clock(Clock earlier) {
        this(earlier.thread);
        this.now = earlier.now + 1;
        known[thread] = earlier.now;
    }

    /** Returns the time of an access that the thread has just made, which it will pass on. */
    int use() {
        if (known[thread] != now) {
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
        return other < known.length && time <= known[other] || time == 0;
    }

    /** Called after other threads have passed on this. The array never changes. */
    void take(int[] passed) {
        if (passed == snapshot) {
            return;
        }
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

    /** Whether others know all of this. */
    static boolean isKnown(int[] times, int[] toOthers) {
        for (int i = 0; i < times.length; i++) {
            if (times[i] > (i < toOthers.length ? toOthers[i] : 0)) {
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
            snapshot = isKnown(known, NOTHING) ? NOTHING : known.clone();
            now = known[thread] + 1;
        }
        return snapshot;
    }

    void fenceReleases() {
        fenced = snapshot();
    }

    int[] fenced() {
        return fenced;
    }

    void see(int[] passed) {
        if (passed != seen && !isKnown(passed, seen)) {
            seen = latest(seen, passed);
        }
    }

    void fenceAcquires() {
        take(seen);
        isFenced = reads > 0;
    }

    /** Remembers the read of a word. */
    void read(long key, int version) {
        last = key;
        latest[index(key)] = key;
        versions[index(key)] = version;
    }

    private static int index(long key) {
        return (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LATEST));
    }

    /** Returns the word that was read last. */
    long last() {
        return last;
    }

    /** Returns the version of a word when it was read before; -1 if that is not remembered. */
    int version(long key) {
        return latest[index(key)] == key ? versions[index(key)] : -1;
    }
}
