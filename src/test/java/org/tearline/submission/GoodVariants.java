package org.tearline.submission;

import java.util.List;
import java.util.stream.IntStream;
import org.tearline.result.file.CellNote;
import org.tearline.result.file.CellReason;
import org.tearline.result.file.CellState;
import org.tearline.result.file.ControlCount;
import org.tearline.result.file.ControlRecord;
import org.tearline.result.file.Kind;
import org.tearline.result.file.PlacementClass;
import org.tearline.result.file.PlacementRecord;
import org.tearline.result.file.ResultFile;
import org.tearline.result.file.Series;
import org.tearline.result.file.SeriesTier;
import org.tearline.result.file.SeriesTotals;

/** Good files that look unlike an ordinary sweep. Stateless. */
final class GoodVariants {
    private GoodVariants() {
    }

    /** A machine whose positive control never tore, and which says so at every offset without a tear. */
    static ResultFile withoutSilences(ResultFile file) {
        List<PlacementRecord> placements = file.placements().stream().map(placement -> new PlacementRecord(
            placement.name(), placement.pinned(), placement.controls().stream().map(control -> new ControlRecord(
                control.tier(), new ControlCount(24, 24, 1_000, 0), control.negative())).toList())).toList();
        return ResultFile.unsealed(file.kind(), file.date(), file.runId(), file.tester(), file.environment(),
            file.profile(), placements, file.series().stream().map(GoodVariants::doubtful).toList(), file.evidence());
    }

    /** What another harness counted: samples and outcomes, without controls, budget, seams or witnesses. */
    static ResultFile jcstress(ResultFile file) {
        List<PlacementRecord> placements = List.of(new PlacementRecord(PlacementClass.UNPINNED, false, List.of()));
        List<Series> series = file.series().stream().map(from -> new Series(from.memory(), from.widthBytes(),
            from.write(), from.read(), PlacementClass.UNPINNED, SeriesTier.MIXED, new SeriesTotals(0,
                from.changes().stream().mapToLong(Long::longValue).sum(), 0, 0, 0, 0), from.offsets(), from.changes(),
            from.torn(), null, null, null, null)).toList();
        return ResultFile.unsealed(Kind.JCSTRESS, file.date(), file.runId(), file.tester(), file.environment(), null,
            placements, series, List.of());
    }

    private static Series doubtful(Series series) {
        List<Integer> silent = IntStream.range(0, series.offsets().size()).filter(i -> series.torn().get(i) == 0)
            .mapToObj(i -> series.offsets().get(i)).toList();
        return new Series(series.memory(), series.widthBytes(), series.write(), series.read(), series.placement(),
            series.tier(), series.totals(), series.offsets(), series.changes(), series.torn(), series.seams(),
            List.of(new CellNote(silent, CellState.INCONCLUSIVE, CellReason.POSITIVE_CONTROL_SILENT)),
            series.witnesses(), series.calibration());
    }
}
