// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tearline.file.ResultFile.Profile;
import org.tearline.file.Silences;
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
     * Time limit if both sides use split locks, which slow the whole host. Zen 5 makes 100,000 changes in 0.3 s;
     * Emerald Rapids makes about 3,000 in half a second.
     */
    private static final long SPLIT_LOCKED_CELL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Changes per second between two cores on one socket with mixed stressors; Zen 5 reaches 6 million. */
    private static final double CHANGES_PER_SECOND = 5e6;
    /** The same if both sides use split locks; Zen 5 reaches 300,000. */
    private static final double SPLIT_LOCKED_CHANGES_PER_SECOND = 2e5;
    /** Time for a slice, messages, and a share of compilation and controls; enough if a trial tears at once. */
    private static final double OVERHEAD_SECONDS = 0.015;

    private final SweepPlan plan;
    private final Profile profile;
    private final AccessRules rules;
    private final boolean splitLocks;
    private final int placements;
    private final Map<String, Long> classSizes;

    SweepBudget(SweepPlan plan, Profile profile, AccessRules rules, boolean splitLocks, int placements) {
        this.plan = plan;
        this.splitLocks = splitLocks;
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
            ? Math.max(Silences.CELL_CHANGES, profile.changes()) : profile.changes();
        long changes = switch (rules.splitLockedSides(trial)) {
            case 0 -> Math.max(ordinary, 1 + profile.classChanges()
                / classSizes.get(classOf(trial.offset(), trial.width())));
            case 1 -> profile.halfLockedChanges();
            default -> profile.splitLockedChanges();
        };
        return new Budget(rules.splitLockedSides(trial) == 2 ? SPLIT_LOCKED_CELL_NANOS : CELL_NANOS, changes,
            Until.SETTLED);
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
        double counting = !rules.crosses(trial) ? of(trial).changes() / CHANGES_PER_SECOND
            : splitLocks && rules.lockedSides(trial) == 2 ? of(trial).changes() / SPLIT_LOCKED_CHANGES_PER_SECOND : 0;
        return OVERHEAD_SECONDS + counting;
    }
}
