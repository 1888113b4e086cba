// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.util.concurrent.TimeUnit;
import org.tearline.file.Profile;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec;

/**
 * How long a sweep takes, by the cost of a split lock here where it was timed, else on the machines measured so far.
 */
public final class SweepEstimate {
    /** Changes per second between two cores of one socket, under the stressors' mix; Zen 5 does 6 million. */
    private static final double CHANGES_PER_SECOND = 5e6;
    /** On Zen 5; for a machine where none was timed. */
    private static final double USUAL_SPLIT_LOCK_NANOS = 600;
    /** Of a pair locked on both sides: 5 on Zen 5, 11 on Emerald Rapids. */
    private static final double SPLIT_LOCKS_PER_CHANGE = 8;
    /** Until a pair that is locked on one side tears. */
    private static final double HALF_LOCKED_SECONDS = 0.02;
    /** A slice, the messages, and a share of compiling and controls; enough for what tears at once. */
    private static final double OVERHEAD_SECONDS = 0.015;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SweepPlan plan;
    private final SweepBudget budgets;
    private final AccessRules rules;
    private final boolean splitLocks;
    private final double splitLockNanos;
    private final int placements;

    SweepEstimate(SweepPlan plan, Profile profile, AccessRules rules, boolean splitLocks, SplitLockCost cost,
                  int placements) {
        this.plan = plan;
        this.budgets = new SweepBudget(plan, profile, rules);
        this.rules = rules;
        this.splitLocks = splitLocks;
        this.splitLockNanos = cost.crossingNanos() == null ? USUAL_SPLIT_LOCK_NANOS : cost.crossingNanos();
        this.placements = placements;
    }

    public long trials() {
        return (long) plan.trials().size() * placements;
    }

    public long splitLocked() {
        return splitLocks ? plan.splitLocked(rules) * placements : 0;
    }

    public double seconds() {
        return plan.trials().stream().mapToDouble(this::seconds).sum() * placements;
    }

    public double splitLockSeconds() {
        return plan.trials().stream().mapToDouble(this::splitLockSeconds).sum() * placements;
    }

    public double seconds(TrialSpec trial) {
        return OVERHEAD_SECONDS + splitLockSeconds(trial)
            + (rules.crosses(trial) ? 0 : budgets.of(trial).changes() / CHANGES_PER_SECOND);
    }

    private double splitLockSeconds(TrialSpec trial) {
        return switch (splitLocks ? rules.splitLockedSides(trial) : 0) {
            case 0 -> 0;
            case 1 -> HALF_LOCKED_SECONDS;
            default -> {
                Budget budget = budgets.of(trial);
                yield Math.min(budget.nanos(), budget.changes() * SPLIT_LOCKS_PER_CHANGE * splitLockNanos)
                    / NANOS_PER_SECOND;
            }
        };
    }
}
