// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;

/**
 * What a worker observed in a trial, or why nothing was counted.
 *
 * @param rate            the spread of tears per change between slices
 * @param firstTornNanos  counting time up to the first witness, or -1 without one
 * @param elapsedNanos    counting time of the slices in the tally
 * @param writerNanos     total time that the writers spent storing
 * @param controls        null if none ran, for example after too few changes or in a sweep, which has its own
 * @param whoTore         which side tore; {@link WhoTore#NOT_ASKED} unless tested after a tear
 * @param stressors       the stressors used, with their counts
 * @param cause           why nothing was counted; null if the trial ran
 * @param reason          the cause as a sentence; null if the trial ran
 * @param tierProblem     why the accesses may have run in another tier, or null
 * @param discardedSlices slices discarded because accesses may have run in another tier
 * @param guardsIntact    whether the bytes next to the value are unchanged
 * @param splitLockNanos  duration of a split lock, or 0 if the trial has none
 * @param pinned          whether every thread stayed on its CPU
 * @param piecewise       whether the worker's JVM uses several instructions for this access
 */
public record TrialOutcome(Tally tally, Rate rate, long firstTornNanos, long elapsedNanos, long writerNanos,
                           Controls controls, WhoTore whoTore, List<StressorUse> stressors, CellReason cause,
                           String reason, String tierProblem, long discardedSlices, boolean guardsIntact,
                           long splitLockNanos, boolean pinned, boolean stopped, boolean piecewise) {
    /** Maximum number of tears that are kept with their bytes. */
    public static final int MAX_WITNESSES = 16;

    /** Returns the outcome of a trial that the API refuses, or whose kind of memory this JVM does not support. */
    public static TrialOutcome refused(String refusal) {
        return uncounted(CellReason.API_REFUSES, "the API refuses this access: " + refusal);
    }

    /** Returns the outcome of a trial that did not run, or whose worker died. */
    public static TrialOutcome uncounted(CellReason cause, String reason) {
        long neverTorn = -1;
        long noTime = 0;
        long noSlices = 0;
        Controls noControls = null;
        String noTierProblem = null;
        boolean guardsIntact = true;
        boolean pinned = false;
        boolean stopped = false;
        boolean piecewise = false;
        return new TrialOutcome(Tally.NONE, Rate.NONE, neverTorn, noTime, noTime, noControls, WhoTore.NOT_ASKED,
            List.of(), cause, reason, noTierProblem, noSlices, guardsIntact, noTime, pinned, stopped, piecewise);
    }

    /** Whether a worker sent this outcome, if only to say that the API refuses the access. */
    public boolean fromWorker() {
        return cause == null || cause == CellReason.API_REFUSES;
    }

    public Counts counts() {
        return tally.counts();
    }

    /** Returns the rate of tears that these changes exclude at 95 %; null after a tear or a fault of the harness. */
    public Double upperBound95() {
        Counts counts = counts();
        boolean clean = counts.changes() > 0 && counts.torn() == 0 && counts.alien() == 0 && guardsIntact
            && tally.planted().held();
        return clean ? Silence.RULE_OF_THREE / counts.changes() : null;
    }
}
