// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Tier;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.SweepCell;

/**
 * A pair of CPUs, identified by their distance, and the controls that ran on it.
 *
 * @param pinned   whether both threads stayed on their CPUs
 * @param controls one per tier
 */
public record CpuPair(CpuDistance name, boolean pinned, List<TierControl> controls) {
    /**
     * Sums up the runs of each tier's control at one distance.
     *
     * @param cells of the whole sweep
     */
    static CpuPair of(CpuDistance distance, Collection<SweepCell> cells, List<ControlRun> runs) {
        boolean pinned = distance != CpuDistance.UNPINNED && cells.stream()
            .noneMatch(cell -> cell.placement() == distance && cell.strayed());
        return new CpuPair(distance, pinned, runs.stream()
            .collect(Collectors.groupingBy(ControlRun::tier, TreeMap::new,
                Collectors.mapping(ControlRun::aligned, Collectors.toList())))
            .entrySet().stream()
            .map(tier -> new TierControl(tier.getKey(), AlignedRuns.of(tier.getValue())))
            .toList());
    }

    /** The aligned control of one tier, which must not tear. */
    public record TierControl(Tier tier, AlignedRuns aligned) {
        /** Whether the runs together saw changes and no tear. Single runs may have failed. */
        boolean hold() {
            return aligned.torn == 0 && aligned.changes > 0;
        }
    }

    /** The sum of all runs of a control. Runs with a tear or too few changes failed. */
    public record AlignedRuns(long runs, long failed, long changes, long torn) {
        static AlignedRuns of(List<Seen> runs) {
            Seen sum = Seen.sum(runs.stream());
            return new AlignedRuns(runs.size(), runs.stream().filter(run -> Grading.doubt(run) != null).count(),
                sum.changes(), sum.torn());
        }
    }
}
