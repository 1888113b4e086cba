package org.tearline.result;

import org.tearline.plan.Budget;
import org.tearline.plan.Crossing;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.TrialSpec;
import org.tearline.platform.Machine;

/**
 * One trial with everything that belongs to it: what was tried, seen and judged, where, and on which CPUs. Immutable.
 *
 * @param stressor the stressor that was asked for
 * @param outcome  null if the trial never came to count
 */
public record TrialResult(TrialSpec trial, Budget budget, String stressor, Machine machine, ThreadCpus threadCpus,
                          TrialOutcome outcome, Judgement judgement) {

    /** Which boundary the value lies across on that machine. */
    public Crossing crosses() {
        return machine.geometry().crossing(trial.offset(), trial.width());
    }
}
