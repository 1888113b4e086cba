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
 * One trial with everything that belongs to it: what was tried, seen and judged, where, and on which CPUs. Immutable.
 *
 * @param stressor the stressor that was asked for
 * @param outcome  null if the trial never came to count
 * @param geometry the machine's, with the pages that the trial was asked to be in
 */
public record TrialResult(TrialSpec trial, Budget budget, String stressor, Machine machine, ThreadCpus threadCpus,
                          TrialOutcome outcome, Judgement judgement, Geometry geometry) {

    /** In the machine's usual pages. */
    public TrialResult(TrialSpec trial, Budget budget, String stressor, Machine machine, ThreadCpus threadCpus,
                       TrialOutcome outcome, Judgement judgement) {
        this(trial, budget, stressor, machine, threadCpus, outcome, judgement, machine.geometry());
    }

    /**
     * Holds what follows from an outcome. Immutable.
     *
     * @param reason       a sentence for every verdict but a plain torn and none seen; else null
     * @param weakness     why a negative result is weak; null if it is strong, and for every other verdict
     * @param whoTore      what is known of each side; null unless the CPU tore
     * @param upperBound95 the rate of tears per change that a negative result excludes at 95 %; null unless none was
     *                     seen
     * @param throttled    whether the kernel slows split locks down
     * @param cause        the code of the reason; null if torn and if none was seen
     */
    public record Judgement(Verdict verdict, String reason, CellReason weakness, WhoTore whoTore,
                            Double upperBound95, boolean throttled, CellReason cause) {
    }

    /** Which boundary the value lies across there. */
    public Crossing crosses() {
        return geometry.crossing(trial.offset(), trial.width());
    }

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
            return new TrialOutcome(Tally.NONE, Rate.NONE, -1, 0, 0, null, WhoTore.NOT_ASKED, List.of(), refusal, null,
                0, true, 0, false, false, false);
        }

        /** The same with controls that were run apart. */
        public TrialOutcome with(Controls apart) {
            return new TrialOutcome(tally, rate, firstTornNanos, elapsedNanos, writerNanos, apart, whoTore, stressors,
                refusal, tierProblem, discardedSlices, guardsIntact, splitLockNanos, pinned, stopped, piecewise);
        }
    }

    /**
     * The controls of a trial, run in the same worker and on the same CPUs, but in separate memory.
     *
     * @param aligned             the same write and read of an aligned value, which must not tear
     * @param roundTripsPerSecond how often a line travelled to the other CPU and back; 0 if not measured
     * @param calibration         the same write and read across a line, per stressor; empty if not run
     */
    public record Controls(Control aligned, long roundTripsPerSecond, List<StressorUse> calibration) {

        /** Whether the harness has shown that it invents no tears. */
        public boolean hold() {
            return aligned.torn() == 0 && aligned.changes() > 0;
        }

        /** Whether a comparable tear was provoked: of the same write and read, across a line. */
        public boolean comparableTear() {
            return calibration.stream().anyMatch(use -> use.torn() > 0);
        }

        /**
         * Holds what one control counted. Immutable.
         *
         * @param changes changes seen
         * @param torn    tears seen
         */
        public record Control(long changes, long torn) {
        }

        /**
         * Says how one stressor fared: in a trial, in a calibration, or in all files together. Immutable.
         *
         * @param name    the stressor's name, as the user types it
         * @param nanos   counting time spent with it; 0 if it is from a file, which does not tell
         * @param changes changes seen with it
         * @param torn    tears seen with it
         */
        public record StressorUse(String name, long nanos, long changes, long torn) {

            /** All together, name by name, in the order in which the names come. */
            public static List<StressorUse> sum(Collection<StressorUse> uses) {
                Map<String, StressorUse> all = new LinkedHashMap<>();
                uses.forEach(use -> all.merge(use.name, use, StressorUse::plus));
                return List.copyOf(all.values());
            }

            /** The name of the one that counted for the longest time; empty if none counted. */
            public static Optional<String> longest(Collection<StressorUse> uses) {
                return sum(uses).stream().filter(use -> use.nanos > 0).max(Comparator.comparingLong(StressorUse::nanos))
                    .map(StressorUse::name);
            }

            public StressorUse plus(StressorUse other) {
                return new StressorUse(name, Counts.sum(nanos, other.nanos), Counts.sum(changes, other.changes),
                    Counts.sum(torn, other.torn));
            }

            /** The same as a file has it, which does not tell the time. */
            public StressorUse untimed() {
                return new StressorUse(name, 0, changes, torn);
            }

            /** Torn values per change: the yield. */
            public double yield() {
                return changes == 0 ? 0 : (double) torn / changes;
            }
        }
    }
}
