// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tearline.file.CpuPair.AlignedRuns;
import org.tearline.file.CpuPair.TierControl;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Geometry;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.Tally;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Witness;

class SweepAssemblyTest {
    private static final Geometry GEOMETRY = new Geometry(64, 4096);
    private static final ControlRun GOOD = controls(20_000, 0);

    @Test
    void shouldMakeOneSeriesPerWriteAndRead() {
        List<Series> series = SweepAssembly.series(List.of(cell(WriteMode.PLAIN, 60, 5, null),
            cell(WriteMode.PLAIN, 0, 0, null), cell(WriteMode.CAS, 0, 0, null)), List.of(GOOD), GEOMETRY);
        assertThat(series).hasSize(2);
        assertThat(series.get(0).offsets()).containsExactly(0, 60);
        assertThat(series.get(0).torn()).containsExactly(0L, 5L);
        assertThat(series.get(0).seams().get(60)).containsEntry(4, 5L);
        assertThat(series.get(0).lowNew()).isEqualTo(Map.of(60, Map.of(4, 4L)));
        assertThat(series.get(0).highNew()).isEqualTo(Map.of(60, Map.of(4, 1L)));
        assertThat(series.get(0).witnesses()).hasSize(1);
        assertThat(series.get(0).notes()).isEmpty();
        assertThat(series.get(0).totals().reads()).isEqualTo(16);
    }

    @Test
    void shouldRecordTheFirstTearOnlyForTornCells() {
        SweepCell silent = cell(WriteMode.PLAIN, 60, 0, null);
        Series series = SweepAssembly.series(List.of(cell(WriteMode.PLAIN, 59, 5, null),
            silent.plus(cell(WriteMode.PLAIN, 60, 5, null)), cell(WriteMode.PLAIN, 61, 5, CellReason.ALIEN_VALUES),
            cell(WriteMode.PLAIN, 62, 0, null)), List.of(GOOD), GEOMETRY).get(0);
        // For a cell that was tried twice, the time includes the first try.
        assertThat(series.firstTornNanos()).isEqualTo(Map.of(59, 70L, 60, 77L + 70));
    }

    @Test
    void shouldGroupOffsetsByReason() {
        Series series = SweepAssembly.series(List.of(cell(WriteMode.CAS, 57, 0, CellReason.SIGBUS),
            cell(WriteMode.CAS, 58, 0, CellReason.SIGBUS), cell(WriteMode.CAS, 59, 0, CellReason.TOO_FEW_CHANGES)),
            List.of(GOOD), GEOMETRY).get(0);
        assertThat(series.notes()).containsExactlyInAnyOrder(
            new Series.Note(List.of(57, 58), Verdict.FAULTS, CellReason.SIGBUS),
            new Series.Note(List.of(59), Verdict.INCONCLUSIVE, CellReason.TOO_FEW_CHANGES));
    }

    @Test
    void shouldInvalidateAPlacementWhoseControlFailedOnce() {
        Series series = SweepAssembly.series(List.of(cell(WriteMode.PLAIN, 0, 0, null),
            cell(WriteMode.PLAIN, 60, 5, null)), List.of(GOOD, controls(19_999, 0)), GEOMETRY).get(0);
        assertThat(series.notes()).containsExactly(
            new Series.Note(List.of(0), Verdict.INCONCLUSIVE, CellReason.CONTROL_MISSING));
        Series torn = SweepAssembly.series(List.of(cell(WriteMode.PLAIN, 0, 0, null)),
            List.of(GOOD, controls(20_000, 1)), GEOMETRY).get(0);
        assertThat(torn.notes().get(0).reason()).isEqualTo(CellReason.ALIGNED_CONTROL_TORN);
    }

    @Test
    void shouldCalibrateByTheCellsAcrossALine() {
        Series series = SweepAssembly.series(List.of(cell(WriteMode.PLAIN, 0, 0, null),
            cell(WriteMode.PLAIN, 60, 5, null), cell(WriteMode.PLAIN, 61, 2, null)), List.of(GOOD), GEOMETRY).get(0);
        assertThat(series.calibration()).containsExactly(new StressorUse("none", 0, 14, 7));
        assertThat(series.stressors()).isEqualTo(Map.of("none", List.of(7L, 0L)));
    }

    @Test
    void shouldAddUpTheControlsOfAPlacement() {
        assertThat(SweepAssembly.placements(List.of(), List.of(GOOD, controls(0, 0)))).containsExactly(
            new CpuPair(CpuDistance.SAME_L3, true, List.of(new TierControl(Tier.C2,
                new AlignedRuns(2, 1, 20_000, 0)))));
    }

    private static ControlRun controls(long changes, long torn) {
        return new ControlRun(CpuDistance.SAME_L3, Tier.C2, new Seen(changes, torn));
    }

    private static SweepCell cell(WriteMode write, int offset, long torn, CellReason reason) {
        Witness witness = Samples.witness();
        return new SweepCell(CpuDistance.SAME_L3, TrialSpec.USUAL.at(offset).with(write, ReadMode.VOLATILE),
            new Tally(new Counts(9, 8, 7, torn, 0, 0, 0), List.of(0L, 0L, 0L, 0L, torn, 0L, 0L, 0L),
                List.of(0L, 0L, 0L, 0L, Math.max(0, torn - 1)), List.of(0L, 0L, 0L, 0L, Math.min(1, torn)),
                torn > 0 ? List.of(witness) : List.of(), new Planted(1, 2)), reason,
            List.of(new StressorUse("none", 1, 7, torn)), 77, torn > 0 ? 70 : -1, true, 0);
    }
}
