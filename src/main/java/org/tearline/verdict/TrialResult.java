// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tearline.machine.Machine;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.Verdict.CellReason;

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

    /**
     * The controls of a trial, run in the same worker and on the same CPUs, but in separate memory.
     *
     * @param aligned     the same write and read of an aligned value, which must not tear; in a sweep, volatile
     *                    accesses or, if the memory has none, plain ones
     * @param calibration the same write and read across a line, per stressor; empty if not run
     */
    public record Controls(Seen aligned, List<StressorUse> calibration) {
        /**
         * With fewer changes, even an access that the JVM splits might not have torn: on Emerald Rapids, a reader that
         * read each half of an aligned long on its own tore in 0.04 to 10 % of the changes. An undisturbed control of
         * 20 ms sees three times as many changes.
         */
        public static final long LEAST_CHANGES = 20_000;

        /** Whether an aligned control saw no tear, and enough changes for that to count. */
        public static boolean hold(Seen aligned) {
            return aligned.torn() == 0 && aligned.changes() >= LEAST_CHANGES;
        }

        public boolean hold() {
            return hold(aligned);
        }

        /** Whether the calibration provoked a tear of the same write and read across a line. */
        public boolean comparableTear() {
            return calibration.stream().anyMatch(use -> use.torn() > 0);
        }

        /**
         * The counts of one stressor in a trial, in a calibration, or in a series of a result file.
         *
         * @param name  the stressor's name on the command line
         * @param nanos counting time; 0 in a result file, which does not contain it
         */
        public record StressorUse(String name, long nanos, long changes, long torn) {

            /** Adds up the counts of each stressor. The stressors are in the order of their first appearance. */
            public static List<StressorUse> sum(Collection<StressorUse> uses) {
                Map<String, StressorUse> all = new LinkedHashMap<>();
                uses.forEach(use -> all.merge(use.name, use, StressorUse::plus));
                return List.copyOf(all.values());
            }

            /** Returns the name of the stressor with the longest counting time; empty if no time was counted. */
            public static Optional<String> longest(Collection<StressorUse> uses) {
                return sum(uses).stream()
                    .filter(use -> use.nanos > 0)
                    .max(Comparator.comparingLong(StressorUse::nanos))
                    .map(StressorUse::name);
            }

            public StressorUse plus(StressorUse other) {
                Seen sum = seen().plus(other.seen());
                return new StressorUse(name, Counts.sum(nanos, other.nanos), sum.changes(), sum.torn());
            }

            /** Returns the same counts without the time, as in a result file. */
            public StressorUse untimed() {
                return new StressorUse(name, 0, changes, torn);
            }

            /** Torn values per change; 0 without changes. */
            public double yield() {
                return seen().rate();
            }

            private Seen seen() {
                return new Seen(changes, torn);
            }
        }
    }
}
