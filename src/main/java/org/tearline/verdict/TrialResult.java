// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;
import org.tearline.machine.Machine;
import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;

/**
 * A trial with its outcome and verdict.
 *
 * @param stressor the requested stressor
 * @param outcome  null if the trial did not run, or if the worker sent no outcome
 * @param geometry the machine's line and page size
 */
public record TrialResult(TrialSpec trial, Budget budget, String stressor, Machine machine, ThreadCpus threadCpus,
                          TrialOutcome outcome, Judgement judgement, Geometry geometry) {

    /**
     * The verdict on an outcome, with reasons.
     *
     * @param reason       a sentence; null for verdict none, and for torn without a caveat
     * @param weakness     why a negative result is weak; null if it is strong, or for any other verdict
     * @param whoTore      null for every verdict but torn, and if the JVM splits the access or may do so
     * @param upperBound95 the rate of tears that a negative result excludes at 95 %; null for every other verdict
     * @param throttled    whether the kernel slowed the trial's split locks
     * @param cause        the code of the reason; null for verdicts torn and none
     */
    public record Judgement(Verdict verdict, String reason, CellReason weakness, WhoTore whoTore,
                            Double upperBound95, boolean throttled, CellReason cause) {
        static Judgement unsettled(CellReason cause, String reason, boolean throttled) {
            return new Judgement(cause.state(), reason, null, null, null, throttled, cause);
        }

        static Judgement torn(String caveat, WhoTore whoTore, boolean throttled) {
            return new Judgement(Verdict.TORN, caveat, null, whoTore, null, throttled, null);
        }

        static Judgement none(CellReason weakness, double upperBound95, boolean throttled) {
            return new Judgement(Verdict.NOT_SEEN, null, weakness, null, upperBound95, throttled, null);
        }
    }

    public Crossing crossing() {
        return geometry.crossing(trial.offset(), trial.width());
    }

    /**
     * What a worker observed in a trial.
     *
     * @param rate            the spread of tears per change between slices
     * @param firstTornNanos  counting time up to the first witness, or -1 without one
     * @param elapsedNanos    counting time of the slices in the tally
     * @param writerNanos     total time that the writers spent storing
     * @param controls        null if none ran, for example after too few changes; a sweep adds its most recent control
     * @param whoTore         which side tore; {@link WhoTore#NOT_ASKED} unless tested after a tear
     * @param stressors       the stressors used, with their counts
     * @param refusal         what refused the access or its memory, and why; null if nothing did
     * @param tierProblem     why the accesses may have run in another tier, or null
     * @param discardedSlices slices discarded because accesses may have run in another tier
     * @param guardsIntact    whether the bytes next to the value are unchanged
     * @param splitLockNanos  duration of a split lock, or 0 if the trial has none
     * @param pinned          whether every thread stayed on its CPU
     * @param piecewise       whether the worker's JVM uses several instructions for this access
     */
    public record TrialOutcome(Tally tally, Rate rate, long firstTornNanos, long elapsedNanos, long writerNanos,
                               Controls controls, WhoTore whoTore, List<StressorUse> stressors, String refusal,
                               String tierProblem, long discardedSlices, boolean guardsIntact, long splitLockNanos,
                               boolean pinned, boolean stopped, boolean piecewise) {
        /** Maximum number of tears that are kept with their bytes. */
        public static final int MAX_WITNESSES = 16;

        /** Returns the outcome of a trial that the API refuses, or whose kind of memory this JVM does not support. */
        public static TrialOutcome refused(String refusal) {
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
                List.of(), refusal, noTierProblem, noSlices, guardsIntact, noTime, pinned, stopped, piecewise);
        }

        public Counts counts() {
            return tally.counts();
        }

        public TrialOutcome with(Controls newControls) {
            return new TrialOutcome(tally, rate, firstTornNanos, elapsedNanos, writerNanos, newControls, whoTore,
                stressors, refusal, tierProblem, discardedSlices, guardsIntact, splitLockNanos, pinned, stopped,
                piecewise);
        }
    }
}
