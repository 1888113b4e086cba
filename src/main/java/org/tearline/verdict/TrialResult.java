// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.machine.Machine;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.Budget;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;

/**
 * A trial with its outcome and verdict.
 *
 * @param stressor the requested stressor
 */
public record TrialResult(TrialSpec trial, Budget budget, String stressor, Machine machine, ThreadCpus threadCpus,
                          TrialOutcome outcome, Judgement judgement) {
    /**
     * The verdict on an outcome, with reasons.
     *
     * @param reason       a sentence; null for verdict none, and for torn without a caveat
     * @param weakness     why a negative result is weak; null if it is strong, or for any other verdict
     * @param whoTore      null for every verdict but torn, and if the JVM splits the access or may do so
     * @param upperBound95 the rate of tears that a negative result excludes at 95 %; null for every other verdict
     * @param throttled    whether a split lock of the trial took so long that the kernel or hypervisor seems to slow it
     */
    public record Judgement(Verdict verdict, String reason, CellReason weakness, WhoTore whoTore,
                            Double upperBound95, boolean throttled) {
    }

    /** Returns the counting time until the first tear, or null without one. */
    public Long firstTornNanos() {
        if (outcome.firstTornNanos() < 0) {
            return null;
        }
        return outcome.firstTornNanos();
    }

    /** Returns the rate of tears, or null: stopping at the first tear biases it. */
    public Double tornPerChange() {
        if (judgement.verdict() == Verdict.TORN && budget.until() == Until.BUDGET) {
            return outcome.counts().seen().rate();
        }
        return null;
    }

    /** Returns the range of that rate between slices, or null. */
    public Rate tornPerChangeSpread() {
        return tornPerChange() == null ? null : outcome.rate();
    }

    /** Returns a promise beside a tear that counts: the aligned control held, and the verdict has no caveat. */
    public Answer answer(PairPromise promise) {
        Controls controls = outcome.controls();
        boolean torn = judgement.verdict() == Verdict.TORN && judgement.reason() == null;
        Fate fate = Fate.UNKNOWN;
        if (torn && controls != null && controls.hold()) {
            fate = Fate.TORN;
        }
        return new Answer(fate, promise, promise);
    }
}
