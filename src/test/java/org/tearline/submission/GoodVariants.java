// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Collections;
import java.util.List;
import org.tearline.plan.CpuDistance;
import org.tearline.published.CpuPair;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.published.Silences;

/** Good files that look unlike an ordinary sweep. Stateless. */
final class GoodVariants {
    private GoodVariants() {
    }

    /** A machine whose reader was blind, and which says so at every offset without a tear. */
    static ResultFile withoutSilences(ResultFile file) {
        return ResultFile.unsealed(file.kind(), file.date(), file.runId(), file.tester(), file.environment(),
            file.profile(), file.placements(), Silences.noted(file.series().stream().map(GoodVariants::blind).toList(),
                file.profile(), file.environment(), file.placements()), file.evidence());
    }

    /** What another harness counted: samples and outcomes, without controls, budget or witnesses. */
    static ResultFile jcstress(ResultFile file) {
        List<CpuPair> placements = List.of(new CpuPair(CpuDistance.UNPINNED, false, List.of()));
        List<Series> series = file.series().stream().map(from -> new Series(from.memory(), from.widthBytes(),
            1, from.write(), from.read(), CpuDistance.UNPINNED, SeriesTier.MIXED, new Series.Totals(0,
                from.changes().stream().mapToLong(Long::longValue).sum(), 0, 0, 0, 0, 0), from.offsets(),
            from.changes(), from.torn(), null, null, from.seams(), null, null, null, null)).toList();
        return ResultFile.unsealed(Kind.JCSTRESS, file.date(), file.runId(), file.tester(), file.environment(), null,
            placements, series, List.of());
    }

    /** What was written before files told the time of the first tears. */
    static ResultFile untimed(ResultFile file) {
        ResultFile older = ResultFile.unsealed(file.kind(), file.date(), file.runId(), file.tester(),
            file.environment(), file.profile(), file.placements(), file.series().stream().map(series ->
                new Series(series.memory(), series.widthBytes(), series.processes(), series.write(), series.read(),
                    series.placement(), series.tier(), series.totals(), series.offsets(), series.changes(),
                    series.torn(), series.plantedFound(), series.plantedExpected(), series.seams(), null,
                    series.notes(), series.witnesses(), series.calibration())).toList(), file.evidence());
        return (file.submitter() == null ? older : older.submittedBy(file.submitter())).sealed();
    }

    private static Series blind(Series series) {
        return new Series(series.memory(), series.widthBytes(), series.processes(), series.write(), series.read(),
            series.placement(), series.tier(), series.totals(), series.offsets(), series.changes(), series.torn(),
            Collections.nCopies(series.offsets().size(), 0L), series.plantedExpected(), series.seams(),
            series.firstTornNanos(), series.notes(), series.witnesses(), series.calibration());
    }
}
