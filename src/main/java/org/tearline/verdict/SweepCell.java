// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.Verdict.CellReason;

/**
 * The result of one trial of a sweep, as written to the journal.
 *
 * @param tally           its components are fields of the cell in the journal
 * @param reason          why the cell is neither torn nor a negative result; null if it is one of the two
 * @param nanos           counting time
 * @param firstTornNanos  counting time up to the first witness, or -1
 * @param discardedSlices slices discarded because code was invalidated
 */
public record SweepCell(CpuDistance placement, Memory memory, Width width, Processes processes, WriteMode write,
                        ReadMode read, Tier tier, int offset, int across, @JsonUnwrapped Tally tally, CellReason reason,
                        List<StressorUse> stressors, long nanos, long firstTornNanos, boolean pinned,
                        long discardedSlices) {
    /** Maximum number of trials per cell, including those before a sweep was resumed. */
    public static final int MOST_ASKED = 7;

    /** One run of the aligned control during a sweep, which must not tear. */
    public record ControlRun(CpuDistance placement, Tier tier, Seen aligned) {
    }

    public static SweepCell of(CpuDistance placement, TrialSpec trial, Tally tally, CellReason reason,
                               List<StressorUse> stressors, long nanos, long firstTornNanos, boolean pinned,
                               long discardedSlices) {
        return new SweepCell(placement, trial.memory(), trial.width(), trial.processes(), trial.write(), trial.read(),
            trial.tier(), trial.offset(), trial.across(), tally, reason, stressors, nanos, firstTornNanos, pinned,
            discardedSlices);
    }

    /** Adds a later trial of this cell, whose reason replaces this one's. */
    public SweepCell plus(SweepCell later) {
        return new SweepCell(placement, memory, width, processes, write, read, tier, offset, across,
            tally.plus(later.tally), later.reason,
            StressorUse.sum(Stream.concat(stressors.stream(), later.stressors.stream()).toList()),
            nanos + later.nanos, firstTornNanos(later), pinned && later.pinned,
            discardedSlices + later.discardedSlices);
    }

    private long firstTornNanos(SweepCell later) {
        if (firstTornNanos >= 0 || later.firstTornNanos < 0) {
            return firstTornNanos;
        }
        return nanos + later.firstTornNanos;
    }

    public SweepCell with(CellReason newReason) {
        return new SweepCell(placement, memory, width, processes, write, read, tier, offset, across, tally, newReason,
            stressors, nanos, firstTornNanos, pinned, discardedSlices);
    }

    public TrialSpec trial(long seed) {
        return new TrialSpec(memory, width, offset, write, read, 1, 1, processes, tier, seed, across);
    }

    /** Identifies this trial within its sweep. */
    public String key() {
        return key(placement, trial(0));
    }

    /** Identifies the series: all trials that differ only in the offset. */
    public String seriesKey() {
        return seriesKey(placement, trial(0));
    }

    public static String key(CpuDistance placement, TrialSpec trial) {
        return seriesKey(placement, trial) + "/" + trial.offset();
    }

    private static String seriesKey(CpuDistance placement, TrialSpec trial) {
        return placement + "/" + trial.memory() + "/" + trial.width() + "/" + trial.processes() + "/" + trial.write()
            + "/" + trial.read() + "/" + trial.tier() + "/" + trial.across();
    }
}
