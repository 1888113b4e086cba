// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/**
 * What threads pass on: the times that their readers know from then on. A new object stands for each change, so that
 * comparing two references shows whether there is anything to learn. Immutable.
 */
public record Passed(int[] times) {
    public static final Passed NOTHING = new Passed(new int[0]);
    /** Of a cell that has lost its place in the table. */
    static final Passed GONE = new Passed(new int[0]);

    /** Whether an access of a thread is among these. Its time is 0 if there is none. */
    boolean contains(int thread, int time) {
        return thread < times.length && time <= times[thread] || time == 0;
    }

    /** Adds what a thread knows. Returns the one of both that contains the other, if either does. */
    Passed plus(Passed known) {
        if (Clock.isKnown(known.times, times)) {
            return this;
        }
        return Clock.isKnown(times, known.times) ? known : new Passed(Clock.merged(times.clone(), known.times));
    }
}
