// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tearline.file.NegativeResults;
import org.tearline.file.ResultFile.Profile;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.Width;

/** The budget of each trial of a sweep, and an estimate of the sweep's duration. Thread-safe. */
public final class SweepBudget {
    /** Time limit for a cell to reach its number of changes. */
    static final long CELL_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * Time for a class of cells if both sides use split locks, which slow the whole host; also the time limit for a
     * cell. Zen 5 makes 100,000 changes in 0.3 s; Emerald Rapids makes about 3,000 in half a second.
     */
    private static final long SPLIT_LOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Changes per second between two cores on one socket with mixed stressors; Zen 5 reaches 6 million. */
    private static final double CHANGES_PER_SECOND = 5e6;
    /** Duration of a split lock on Zen 5, if it was not timed. */
    private static final double USUAL_SPLIT_LOCK_NANOS = 600;
    /** Split locks per change if both sides lock: 5 on Zen 5, 11 on Emerald Rapids. */
    private static final double SPLIT_LOCKS_PER_CHANGE = 8;
    /** Time until the first tear if one side locks. */
    private static final double HALF_LOCKED_SECONDS = 0.02;
    /** Time for a slice, messages, and a share of compilation and controls; enough if a trial tears at once. */
    private static final double OVERHEAD_SECONDS = 0.015;

    private final SweepPlan plan;
    private final Profile profile;
    private final AccessRules rules;
    private final boolean splitLocks;
    private final double splitLockNanos;
    private final int placements;
    private final Map<String, Long> classSizes;

    SweepBudget(SweepPlan plan, Profile profile, AccessRules rules, boolean splitLocks, SplitLockCost cost,
                int placements) {
        this.plan = plan;
        this.splitLocks = splitLocks;
        this.splitLockNanos = cost.crossingNanos() == null ? USUAL_SPLIT_LOCK_NANOS : cost.crossingNanos();
        this.placements = placements;
        this.profile = profile;
        this.rules = rules;
        this.classSizes = plan.widths().stream().flatMap(width -> plan.offsets().stream()
            .map(offset -> classOf(offset, width))).collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    Budget of(TrialSpec trial) {
        // A short profile has too few changes for a verdict on a guarded value across a line, or on a vector in a
        // one-sided trial, which has few offsets per boundary. With split locks, more changes would take seconds.
        long ordinary = plan.guards() && trial.read().guarded() || trial.oneSided()
            ? Math.max(NegativeResults.CELL_CHANGES, profile.changes()) : profile.changes();
        long changes = switch (rules.splitLockedSides(trial)) {
            case 0 -> Math.max(ordinary, 1 + profile.classChanges()
                / classSizes.get(classOf(trial.offset(), trial.width())));
            case 1 -> profile.halfLockedChanges();
            default -> splitLockedChanges(trial);
        };
        return new Budget(rules.splitLockedSides(trial) == 2 ? SPLIT_LOCKED_NANOS : CELL_NANOS, changes,
            Until.SETTLED);
    }

    /** The cells of a class share changes and time, but each gets enough changes for a negative result. */
    private long splitLockedChanges(TrialSpec trial) {
        double inTime = SPLIT_LOCKED_NANOS / (SPLIT_LOCKS_PER_CHANGE * splitLockNanos);
        double together = Math.min(profile.splitLockedChanges(), inTime);
        double share = Math.ceil(together / classSizes.get(classOf(trial.offset(), trial.width())));
        return Math.max(Budget.leastChanges(profile.splitLockedChanges(), 2), (long) share);
    }

    /** The class of offsets whose changes are added up: aligned, inside a line, across a line, or across a page. */
    private String classOf(int offset, Width width) {
        return width + " " + (offset % width.bytes() == 0 ? "aligned" : rules.crossing(offset, width).toString());
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
        return splitLocks ? plan.trials().stream().filter(rules::splitLocked).mapToDouble(this::seconds).sum()
            * placements : 0;
    }

    /** Assumes that a trial across a line tears at once unless both sides are locked. */
    public double seconds(TrialSpec trial) {
        Budget budget = of(trial);
        return OVERHEAD_SECONDS + switch (splitLocks ? rules.splitLockedSides(trial) : 0) {
            case 0 -> rules.crosses(trial) ? 0 : budget.changes() / CHANGES_PER_SECOND;
            case 1 -> HALF_LOCKED_SECONDS;
            default -> Math.min(budget.nanos(), budget.changes() * SPLIT_LOCKS_PER_CHANGE * splitLockNanos)
                / TimeUnit.SECONDS.toNanos(1);
        };
    }
}
