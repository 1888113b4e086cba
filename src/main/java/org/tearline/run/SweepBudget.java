// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.tearline.file.Profile;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Crossing;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.SweepCell;

/** The budget of each trial of a sweep, and an estimate of the sweep's duration. Thread-safe. */
public record SweepBudget(SweepPlan plan, Profile profile, AccessRules rules, boolean splitLocks, SplitLockCost cost,
                          int placements) {
    /**
     * Time for a class of cells if both sides use split locks, which slow the whole host; also the time limit for a
     * cell. Zen 5 makes 100,000 changes in 0.3 s; Emerald Rapids makes about 3,000 in half a second.
     */
    private static final long SPLIT_LOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Changes per second between two cores on one socket with mixed stressors; Zen 5 reaches 6 million. */
    private static final double CHANGES_PER_SECOND = 5e6;
    /** Assumed duration of a split lock if none was timed: half of the usual one on Zen 3 to 5. */
    private static final long USUAL_SPLIT_LOCK_NANOS = 600;
    /** Split locks per change if both sides lock: 5 on Zen 5, 11 on Emerald Rapids. */
    private static final double SPLIT_LOCKS_PER_CHANGE = 8;
    /** Time until the first tear if one side locks. */
    private static final double HALF_LOCKED_SECONDS = 0.02;
    /** Time for a slice, messages, and a share of compilation and controls; enough if a trial tears at once. */
    private static final double OVERHEAD_SECONDS = 0.015;

    Budget forTrial(TrialSpec trial) {
        // A short profile has too few changes for a verdict on a guarded value across a line, or on a vector in a
        // one-sided trial, which has few offsets per boundary. With split locks, more changes would take seconds.
        long ordinary = profile.changes();
        if (plan.guards() && trial.read().guarded() || trial.oneSided()) {
            ordinary = Math.max(Budget.LEAST_CHANGES, ordinary);
        }
        int lockedSides = rules.splitLockedSides(trial);
        long changes = switch (lockedSides) {
            case 0 -> Math.max(ordinary, 1 + profile.classChanges() / classSize(trial));
            case 1 -> profile.halfLockedChanges();
            default -> splitLockedChanges(trial);
        };
        long nanos = SweepCell.TRIAL_NANOS;
        if (lockedSides == 2) {
            nanos = SPLIT_LOCKED_NANOS;
        }
        return new Budget(nanos, changes);
    }

    /** The cells of a class share changes and time, but each gets enough changes for a negative result. */
    private long splitLockedChanges(TrialSpec trial) {
        double inTime = SPLIT_LOCKED_NANOS / (SPLIT_LOCKS_PER_CHANGE * splitLockNanos());
        double together = Math.min(profile.splitLockedChanges(), inTime);
        double share = Math.ceil(together / classSize(trial));
        return Math.max(profile.leastChanges(trial, rules), (long) share);
    }

    /** The number of offsets whose changes are added up: aligned, inside a line, across a line, or across a page. */
    private long classSize(TrialSpec trial) {
        return plan.offsets().stream()
            .map(trial::at)
            .filter(other -> other.aligned() == trial.aligned() && crossing(other) == crossing(trial))
            .count();
    }

    private Crossing crossing(TrialSpec trial) {
        return rules.geometry().crossing(trial.offset(), trial.width());
    }

    private double splitLockNanos() {
        return Objects.requireNonNullElse(cost.crossingNanos(), USUAL_SPLIT_LOCK_NANOS);
    }

    public long trials() {
        return (long) plan.trials().size() * placements;
    }

    public long splitLocked() {
        return splitLockedTrials().count() * placements;
    }

    public double seconds() {
        return plan.trials().stream().mapToDouble(this::seconds).sum() * placements;
    }

    public double splitLockSeconds() {
        return splitLockedTrials().mapToDouble(this::seconds).sum() * placements;
    }

    private Stream<TrialSpec> splitLockedTrials() {
        return plan.trials().stream().filter(trial -> splitLocks && rules.splitLocked(trial));
    }

    /**
     * Estimates the duration of a trial. Assumes that it soon tears if it crosses a line, unless both sides are locked.
     */
    public double seconds(TrialSpec trial) {
        Budget budget = forTrial(trial);
        int lockedSides = 0;
        if (splitLocks) {
            lockedSides = rules.splitLockedSides(trial);
        }
        if (lockedSides == 2) {
            return OVERHEAD_SECONDS + Math.min(budget.nanos(), budget.changes() * SPLIT_LOCKS_PER_CHANGE
                * splitLockNanos()) / TimeUnit.SECONDS.toNanos(1);
        }
        if (lockedSides == 1) {
            return OVERHEAD_SECONDS + HALF_LOCKED_SECONDS;
        }
        if (rules.crosses(trial)) {
            return OVERHEAD_SECONDS;
        }
        return OVERHEAD_SECONDS + budget.changes() / CHANGES_PER_SECOND;
    }
}
