// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;

/**
 * The result of one cell of a sweep, as written to the journal: of one trial, or of all trials of the cell so far.
 *
 * @param tally           its components are fields of the cell in the journal
 * @param reason          why the cell is neither torn nor a negative result; null if it is one of the two
 * @param nanos           counting time
 * @param firstTornNanos  counting time up to the first witness, or -1 without one
 * @param discardedSlices slices discarded because accesses may have run in another tier
 */
public record SweepCell(CpuDistance placement, TrialSpec trial, @JsonUnwrapped Tally tally, CellReason reason,
                        List<StressorUse> stressors, long nanos, long firstTornNanos, boolean pinned,
                        long discardedSlices) {
    /** Maximum number of trials per cell, including those before a sweep was resumed. */
    public static final int MAX_TRIALS = 7;
    /** Time limit for a trial to reach its number of changes. */
    public static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** More than a cell ever counts for: the last slice of each trial exceeds the limit by about a second at most. */
    public static final long MAX_NANOS = 2 * MAX_TRIALS * TRIAL_NANOS;

    /** One run of the aligned control during a sweep; without changes if the control could not run. */
    public record ControlRun(CpuDistance placement, Tier tier, Seen aligned) {
    }

    /** Returns the cell of a trial that counted nothing. */
    public static SweepCell uncounted(CpuDistance placement, TrialSpec trial, CellReason reason, boolean pinned) {
        long noTime = 0;
        long neverTorn = -1;
        long noSlices = 0;
        return new SweepCell(placement, trial, Tally.NONE, reason, List.of(), noTime, neverTorn, pinned, noSlices);
    }

    public Counts counts() {
        return tally.counts();
    }

    /** Whether a thread left its CPU while it counted. */
    public boolean strayed() {
        return !pinned && counts().reads() > 0;
    }

    /** Adds a later trial of this cell and takes over its reason, unless that is too few changes of its own. */
    public SweepCell plus(SweepCell later) {
        CellReason newReason = later.reason == CellReason.TOO_FEW_CHANGES ? null : later.reason;
        long firstTorn = firstTornNanos;
        if (firstTornNanos < 0 && later.firstTornNanos >= 0) {
            firstTorn = nanos + later.firstTornNanos;
        }
        return new SweepCell(
            placement, trial,
            tally.plus(later.tally),
            newReason,
            StressorUse.sum(Stream.concat(stressors.stream(), later.stressors.stream()).toList()),
            nanos + later.nanos,
            firstTorn,
            pinned && later.pinned,
            discardedSlices + later.discardedSlices);
    }

    /** Identifies this cell within its sweep. */
    public Object key() {
        return key(placement, trial);
    }

    /** Identifies the series within its sweep: all cells that differ only in the offset. */
    public Object seriesKey() {
        return key(placement, trial.at(0).across(trial.across()));
    }

    public static Object key(CpuDistance placement, TrialSpec trial) {
        return List.of(placement, trial);
    }
}
