package org.tearline.engine;

import org.tearline.plan.AccessRules;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.TrialSpec;
import org.tearline.published.Profile;

/**
 * How long a sweep takes on a machine like those measured so far. Immutable.
 *
 * @param trials          of all placements
 * @param splitLocked     of them, those that lock across a line
 * @param seconds         for all of them
 * @param splitLockSeconds for the split-locked ones
 */
public record SweepEstimate(long trials, long splitLocked, long seconds, long splitLockSeconds) {
    /** Changes per second between two cores of one socket, under the stressors' mix; Zen 5 does 6 million. */
    private static final double CHANGES_PER_SECOND = 5e6;
    /** Of a pair locked on both sides, where each takes two operations of a microsecond; Zen 5 does 340,000. */
    private static final double SPLIT_LOCKED_CHANGES_PER_SECOND = 3e5;
    /** Until a pair that is locked on one side tears. */
    private static final double HALF_LOCKED_SECONDS = 0.02;
    /** A slice, the messages, and a share of compiling and controls; enough for what tears at once. */
    private static final double OVERHEAD_SECONDS = 0.015;

    static SweepEstimate of(SweepPlan plan, Profile profile, AccessRules rules, boolean splitLocks, int placements) {
        SweepBudget budgets = new SweepBudget(plan, profile, rules);
        double seconds = 0;
        double lockedSeconds = 0;
        for (TrialSpec trial : plan.trials()) {
            long changes = budgets.of(trial).changes();
            double locked = switch (splitLocks ? rules.splitLockedSides(trial) : 0) {
                case 0 -> 0;
                case 1 -> HALF_LOCKED_SECONDS;
                default -> changes / SPLIT_LOCKED_CHANGES_PER_SECOND;
            };
            lockedSeconds += locked;
            seconds += OVERHEAD_SECONDS + locked + (rules.crosses(trial) ? 0 : changes / CHANGES_PER_SECOND);
        }
        long all = plan.trials().size();
        long locked = splitLocks ? plan.splitLocked(rules) : 0;
        return new SweepEstimate(all * placements, locked * placements, Math.round(seconds * placements),
            Math.round(lockedSeconds * placements));
    }
}
