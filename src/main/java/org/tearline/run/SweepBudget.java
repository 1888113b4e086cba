// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tearline.file.Profile;
import org.tearline.file.Silences;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;

/** How many changes each trial of a sweep gets before its negative result counts, and how long at the most. */
final class SweepBudget {
    /** A cell that has not had its changes by then is said to have had too few. */
    static final long CELL_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * The same where both sides lock across a line, which others on the host feel: Zen 5 makes its 100,000 changes in
     * 0.3 s, Emerald Rapids some 3,000 in this time.
     */
    private static final long SPLIT_LOCKED_CELL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Profile profile;
    private final AccessRules rules;
    private final boolean guards;
    private final Map<String, Long> classSizes;

    SweepBudget(SweepPlan plan, Profile profile, AccessRules rules) {
        this.profile = profile;
        this.rules = rules;
        this.guards = plan.guards();
        this.classSizes = plan.widths().stream().flatMap(width -> plan.offsets().stream()
            .map(offset -> classOf(offset, width))).collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    Budget of(TrialSpec trial) {
        // A guard is there for places across a line, of which the changes of a short profile say nothing. Where a side
        // locks there, as many would take seconds a place.
        long ordinary = guards && trial.read().guarded() ? Math.max(Silences.CELL_CHANGES, profile.changes())
            : profile.changes();
        long changes = switch (rules.splitLockedSides(trial)) {
            case 0 -> Math.max(ordinary, 1 + profile.classChanges()
                / classSizes.get(classOf(trial.offset(), trial.width())));
            case 1 -> profile.halfLockedChanges();
            default -> profile.splitLockedChanges();
        };
        return new Budget(rules.splitLockedSides(trial) == 2 ? SPLIT_LOCKED_CELL_NANOS : CELL_NANOS, changes,
            Until.SETTLED);
    }

    /** Aligned, inside a line, across one, across a page: whose changes count together. */
    private String classOf(int offset, Width width) {
        return width + " " + (offset % width.bytes() == 0 ? "aligned" : rules.crossing(offset, width).toString());
    }
}
