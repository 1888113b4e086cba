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
import org.tearline.verdict.TrialResult.Controls.Control;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.Verdict.CellReason;

/**
 * Holds what one trial of a sweep came to, as the journal keeps it. Immutable.
 *
 * @param tally           what was counted; its parts are fields of the cell in the journal
 * @param reason          why it is neither torn nor none; else null
 * @param nanos           counting time
 * @param firstTornNanos  counting time up to the first witness, or -1
 * @param discardedSlices slices thrown away because code was invalidated
 */
public record SweepCell(CpuDistance placement, Memory memory, Width width, Processes processes, WriteMode write,
                        ReadMode read, Tier tier, int offset, int across, @JsonUnwrapped Tally tally, CellReason reason,
                        List<StressorUse> stressors, long nanos, long firstTornNanos, boolean pinned,
                        long discardedSlices) {
    /** How often a cell is tried, however often the sweep is resumed: each time asks for the changes that it needs. */
    public static final int MOST_ASKED = 7;

    /** One run of the aligned control during a sweep: it must not tear. Immutable. */
    public record ControlRun(CpuDistance placement, Tier tier, Control aligned) {
    }

    /** What one trial came to, at a placement. */
    public static SweepCell of(CpuDistance placement, TrialSpec trial, Tally tally, CellReason reason,
                               List<StressorUse> stressors, long nanos, long firstTornNanos, boolean pinned,
                               long discardedSlices) {
        return new SweepCell(placement, trial.memory(), trial.width(), trial.processes(), trial.write(), trial.read(),
            trial.tier(), trial.offset(), trial.across(), tally, reason, stressors, nanos, firstTornNanos, pinned,
            discardedSlices);
    }

    /** The same cell with what another trial of it came to; the later one says whether there is still a doubt. */
    public SweepCell plus(SweepCell later) {
        return new SweepCell(placement, memory, width, processes, write, read, tier, offset, across,
            tally.plus(later.tally), later.reason,
            StressorUse.sum(Stream.concat(stressors.stream(), later.stressors.stream()).toList()),
            nanos + later.nanos, firstTornNanos >= 0 ? firstTornNanos
            : later.firstTornNanos >= 0 ? nanos + later.firstTornNanos : -1, pinned && later.pinned,
            discardedSlices + later.discardedSlices);
    }

    /** The same cell with another reason. */
    public SweepCell with(CellReason newReason) {
        return new SweepCell(placement, memory, width, processes, write, read, tier, offset, across, tally, newReason,
            stressors, nanos, firstTornNanos, pinned, discardedSlices);
    }

    public TrialSpec trial(long seed) {
        return new TrialSpec(memory, width, offset, write, read, 1, 1, processes, tier, seed, across);
    }

    /** What distinguishes this trial from all others of its sweep. */
    public String key() {
        return key(placement, trial(0));
    }

    /** What distinguishes its series: all trials that differ in the offset alone. */
    public String seriesKey() {
        return seriesKey(placement, trial(0));
    }

    /** The key of the cell that a trial will make. */
    public static String key(CpuDistance placement, TrialSpec trial) {
        return seriesKey(placement, trial) + "/" + trial.offset();
    }

    private static String seriesKey(CpuDistance placement, TrialSpec trial) {
        return placement + "/" + trial.memory() + "/" + trial.width() + "/" + trial.processes() + "/" + trial.write()
            + "/" + trial.read() + "/" + trial.tier() + "/" + trial.across();
    }
}
