// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/**
 * What threads have passed on at one place: the times that their readers know from then on. A new object stands for
 * each change, so that comparing two references shows whether there is anything to learn. Immutable.
 */
record Passed(int[] times) {
    static final Passed NOTHING = new Passed(Clock.NOTHING);
    /** Of a cell that has lost its place in the table. */
    static final Passed GONE = new Passed(Clock.NOTHING);

    /** Adds what a thread knows. Returns the same object if that is nothing new. */
    Passed plus(int[] known) {
        if (Clock.isKnown(known, times)) {
            return this;
        }
        return new Passed(Clock.isKnown(times, known) ? known : Clock.latest(times, known));
    }
}
