// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;

/**
 * Holds what a worker saw of one trial, before anybody judges it. Immutable.
 *
 * @param tally           what was counted
 * @param rate            how often a change was torn, with the spread between slices
 * @param firstTornNanos  counting time up to the first witness, or -1
 * @param elapsedNanos    counting time
 * @param writerNanos     time that all writers together spent storing
 * @param controls        null unless they were run: after a negative result that had its changes, and after a tear
 * @param whoTore         what is known of each side; nothing unless it was asked, after a tear
 * @param stressors       what was used and how it fared
 * @param refusal         who refused the access or its memory, and why; null if nobody did
 * @param tierProblem     why the wanted tier was not in force, or null
 * @param discardedSlices slices that were thrown away because code was invalidated meanwhile
 * @param guardsIntact    whether the bytes beside the value were left alone
 * @param splitLockNanos  what one split-locked operation took, or 0 if the trial has none
 * @param pinned          whether every thread ran on its CPU
 * @param stopped         whether somebody ended it before its time
 * @param piecewise       whether the worker's JVM makes this access of several instructions
 */
public record TrialOutcome(Tally tally, Rate rate, long firstTornNanos, long elapsedNanos, long writerNanos,
                           Controls controls, WhoTore whoTore, List<StressorUse> stressors, String refusal,
                           String tierProblem, long discardedSlices, boolean guardsIntact, long splitLockNanos,
                           boolean pinned, boolean stopped, boolean piecewise) {
    /** How many tears are kept with their bytes. */
    public static final int MAX_WITNESSES = 16;

    /** A trial that was not begun, because the API refuses it or the JVM has no such memory. */
    public static TrialOutcome refused(String refusal) {
        return new TrialOutcome(Tally.NONE, Rate.NONE, -1, 0, 0, null, WhoTore.NOT_ASKED, List.of(), refusal, null, 0,
            true, 0, false, false, false);
    }

    /** The same with controls that were run apart. */
    public TrialOutcome with(Controls apart) {
        return new TrialOutcome(tally, rate, firstTornNanos, elapsedNanos, writerNanos, apart, whoTore, stressors,
            refusal, tierProblem, discardedSlices, guardsIntact, splitLockNanos, pinned, stopped, piecewise);
    }
}
