// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.Arrays;

/**
 * What a thread knows of the accesses of others, because they passed it on: a vector clock. An access happened before
 * the current one if its time is known. Used by its thread only.
 */
public class Clock {
    /** Added to the number of the thread that a clock continues. Few programs have so many threads at once. */
    private static final int NEXT = 1 << 20;

    /** Index in all clocks; a thread may continue that of one that has ended. */
    private final int thread;
    private int number;
    private int[] known;
    /** Time of the next access. */
    private int now = 1;
    /** What the thread passed on last, if it has learnt and done nothing since; else null. */
    private Passed snapshot;
    /** What the thread knew at its last release fence or update, which its later writes pass on. */
    Passed fenced = new Passed(new int[0]);
    /** What the thread's plain reads have seen since its last acquire fence, which it knows from the next one on. */
    private Passed seen = Passed.NOTHING;
    private Source seenThrough;
    /** What the thread learnt something through last; null if nothing. */
    private Source source;
    /** Whether the thread runs the agent's code, so that what this passes on is ignored. */
    private boolean inside;
    /** What the thread made objects hold the last two times, since it often does the same again. */
    private Held made;
    private Held madeBefore;
    /** Key of the monitor that the thread has entered last. */
    long entered;
    /** How often {@link #ignore} has begun without an end. */
    private int ignored;

    /** @param thread from 1 */
    public Clock(int thread) {
        this.thread = thread;
        this.number = thread;
        this.known = new int[thread + 1];
    }

    /** Continues the clock of a thread that had ended before this one made an access. */
    public Clock(Clock earlier) {
        this(earlier.thread);
        this.number = earlier.number + NEXT;
        this.now = earlier.now + 1;
        known[thread] = earlier.known[thread];
    }

    /** Returns the index of the thread in all clocks. */
    public final int thread() {
        return thread;
    }

    /** Returns a number that no other thread has, even if it continues the same clock. */
    public final int number() {
        return number;
    }

    /** Called before the agent does something for itself; returns whether it was doing so before. */
    public final boolean pause() {
        boolean before = inside;
        inside = true;
        return before;
    }

    /** @param paused what {@link #pause} returned */
    public final void resume(boolean paused) {
        inside = paused;
    }

    /** Called before and after what the JVM or a lock does on the thread, for which the program did not ask. */
    final void ignore(boolean begins) {
        ignored = begins ? ignored + 1 : Math.max(ignored - 1, 0);
    }

    /** Does the same, unless what the thread does is ignored; returns whether it is not. */
    final boolean enters() {
        return ignored == 0 && !pause();
    }

    /** Returns the time of an access that the thread has just made, which it will pass on. */
    public final int use() {
        if (known[thread] != now) {
            known[thread] = now;
            snapshot = null;
        }
        return now;
    }

    /** Returns the time of an access that the thread makes now. It changes when the thread passes an access on. */
    public final int now() {
        return now;
    }

    public final boolean knows(int other, int time) {
        return other < known.length && time <= known[other] || time == 0;
    }

    /** Whether whoever takes this knows all accesses of the thread. */
    final boolean isKnown(Passed passed) {
        return passed.contains(thread, known[thread]);
    }

    public final Source source() {
        return source;
    }

    /** Called after other threads have passed on this. */
    public final void take(Passed passed, Source through) {
        if (passed != snapshot && !isKnown(passed.times(), known)) {
            // If it contains all that the thread knew, that is what the thread passes on: then nobody learns it again.
            snapshot = isKnown(known, passed.times()) ? passed : null;
            known = merged(known, passed.times());
            source = through;
        }
    }

    /** Returns the later time of each thread. Overwrites the first array if it is long enough. */
    static int[] merged(int[] one, int[] other) {
        int[] merged = one.length < other.length ? Arrays.copyOf(one, other.length) : one;
        for (int i = 0; i < other.length; i++) {
            merged[i] = Math.max(merged[i], other[i]);
        }
        return merged;
    }

    /** Whether others know all these times. */
    static boolean isKnown(int[] times, int[] toOthers) {
        for (int i = 0; i < times.length; i++) {
            if (times[i] > (i < toOthers.length ? toOthers[i] : 0)) {
                return false;
            }
        }
        return true;
    }

    /** Called before the thread passes on what it knows; returns that. */
    public final Passed snapshot() {
        if (snapshot == null) {
            commit();
            snapshot = new Passed(known.clone());
            now = known[thread] + 1;
        }
        return snapshot;
    }

    /**
     * Called before an instruction passes on what its thread knows; returns that.
     *
     * @param strong whether it has a memory order; else it passes on only what a fence has passed on
     */
    final Passed passing(boolean strong) {
        return strong ? snapshot() : fenced;
    }

    /** Returns the same, but null if the thread has learnt or done anything since it passed something on. */
    final Passed last(boolean strong) {
        return strong ? snapshot : fenced;
    }

    /** Adds what the thread knows to what a field of an object passes on. Most objects can share what they hold. */
    final Held adding(Record held, int offset, Passed passed) {
        if (Held.at(held, offset) == passed) {
            return (Held) held;
        }
        if (made != null && made.isThis(held, offset, passed)) {
            return made;
        }
        if (madeBefore != null && madeBefore.isThis(held, offset, passed)) {
            return madeBefore;
        }
        madeBefore = made;
        made = Held.add(held, offset, passed);
        return made;
    }

    /**
     * Called before a release fence, and at an update, which orders later plain writes as a fence does: they pass on
     * what the thread knows now. Stores nothing that is known, since a store of a reference has a barrier for the
     * collector.
     */
    final void fenceReleases() {
        Passed passed = snapshot();
        if (passed != fenced) {
            fenced = passed;
        }
    }

    /** Called after a plain read of a place through which others have passed on this. */
    final void see(Passed passed, Source through) {
        Passed all = seen.plus(passed);
        if (all != seen) {
            seen = all;
            seenThrough = through;
        }
    }

    /** @param far see {@link Ordering#FAR} */
    final void fenceAcquires(boolean far) {
        fence(far);
        if (seen != Passed.NOTHING) {
            take(seen, seenThrough);
            seen = Passed.NOTHING;
        }
    }

    /** Called before the thread passes anything on: its reads count, unless a word may still show that they do not. */
    protected void commit() {
        // No read was deferred.
    }

    /** Called at an acquire fence, before which the thread has made its deferred reads. */
    protected void fence(boolean far) {
        // No read was deferred.
    }

    /** Called when the thread ends, or starts another one: its reads count. */
    protected void end() {
        // No read was deferred.
    }

    /**
     * Called after another read of a word that guards other reads.
     *
     * @param word what {@link #word} returned; null before
     * @return false if nothing was done, since {@link #word} would do more than remember the value
     */
    protected boolean repeats(Word word, long value, int how) {
        return true;
    }

    /**
     * Called after a read of a word in code with fences, which may show whether deferred reads are valid.
     *
     * @param how     see {@link Ordering}
     * @param written whether any thread has written the word
     */
    protected Word word(long key, long value, int how, boolean written) {
        return null;
    }
}
