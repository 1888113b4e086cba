package org.tearline.cli;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.Geometry;
import org.tearline.plan.SweepPlan;
import org.tearline.result.file.Profile;

/**
 * How long a sweep may take, from rates that a two-core server of 2023 has. Immutable.
 *
 * @param trials          of all placements
 * @param splitLocked     of them, those that lock across a line
 * @param seconds         for all of them, at the most
 * @param splitLockSeconds for the split-locked ones
 */
record SweepEstimate(long trials, long splitLocked, long seconds, long splitLockSeconds) {
    /** Changes per second between two cores of one socket, under the stressors' mix. */
    private static final double CHANGES_PER_SECOND = 4e6;
    private static final double SPLIT_LOCKED_CHANGES_PER_SECOND = 3e5;
    /** A slice, the messages, and a share of compiling and controls. */
    private static final double OVERHEAD_SECONDS = 0.006;

    static SweepEstimate of(SweepPlan plan, Profile profile, Geometry geometry, boolean splitLocks, int placements) {
        long all = plan.trials().size();
        long locked = splitLocks ? plan.splitLocked(geometry) : 0;
        double lockedSeconds = locked * (profile.splitLockedChanges() / SPLIT_LOCKED_CHANGES_PER_SECOND);
        double seconds = all * OVERHEAD_SECONDS + lockedSeconds
            + (all - locked) * (profile.changes() / CHANGES_PER_SECOND);
        return new SweepEstimate(all * placements, locked * placements, Math.round(seconds * placements),
            Math.round(lockedSeconds * placements));
    }

    /** The estimate in words. */
    String sentence() {
        return String.format(Locale.ROOT, "%,d trials, about %s; %,d of them lock across a line, which stalls the whole"
            + " machine for about %s", trials, time(seconds), splitLocked, time(splitLockSeconds));
    }

    private static String time(long seconds) {
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        return minutes > 1 ? minutes + " min" : seconds + " s";
    }
}
