// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.machine.Machine;
import org.tearline.trial.Budget;
import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;

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

    /** Returns the counting time until the first tear, or null without one. */
    public Long firstTornNanos() {
        if (outcome == null || outcome.firstTornNanos() < 0) {
            return null;
        }
        return outcome.firstTornNanos();
    }

    /** Returns the rate of tears, or null: stopping at the first tear biases it. */
    public Double tornPerChange() {
        if (judgement.verdict() != Verdict.TORN || budget.until() != Until.BUDGET) {
            return null;
        }
        return (double) outcome.counts().torn() / outcome.counts().changes();
    }

    public Crossing crossing() {
        return geometry.crossing(trial.offset(), trial.width());
    }
}
