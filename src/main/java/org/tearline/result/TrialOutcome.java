package org.tearline.result;

import java.util.List;

/**
 * What a worker saw of one trial, before anybody judges it. Immutable.
 *
 * @param counts           what was counted
 * @param seams            tears per seam, indexed by seam
 * @param witnesses        the first few tears
 * @param firstTornNanos   counting time up to the first tear, or -1
 * @param elapsedNanos     counting time
 * @param writerNanos      time that all writers together spent storing
 * @param controls         null unless the trial ended without a tear and had its changes
 * @param stressors        what was used and how it fared
 * @param refusal          the exception with which the API refused the access, or null
 * @param tierProblem      why the wanted tier was not in force, or null
 * @param guardsIntact     whether the bytes beside the value were left alone
 * @param splitLockNanos   what one split-locked operation took, or 0 if the trial has none
 * @param pinned           whether every thread ran on its CPU
 * @param stopped          whether somebody ended it before its time
 * @param piecewise        whether the worker's JVM makes this access of several instructions
 */
public record TrialOutcome(Counts counts, List<Long> seams, List<Witness> witnesses, long firstTornNanos,
                           long elapsedNanos, long writerNanos, Controls controls, List<StressorUse> stressors,
                           String refusal, String tierProblem, boolean guardsIntact, long splitLockNanos,
                           boolean pinned, boolean stopped, boolean piecewise) {
    /** How many tears are kept with their bytes. */
    public static final int MAX_WITNESSES = 16;

    /** The same with controls that were run apart. */
    public TrialOutcome with(Controls apart) {
        return new TrialOutcome(counts, seams, witnesses, firstTornNanos, elapsedNanos, writerNanos, apart, stressors,
            refusal, tierProblem, guardsIntact, splitLockNanos, pinned, stopped, piecewise);
    }
}
