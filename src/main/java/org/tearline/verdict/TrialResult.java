// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.machine.Machine;
import org.tearline.trial.Budget;
import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;

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
}
