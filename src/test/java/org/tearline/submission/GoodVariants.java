// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Collections;
import java.util.List;
import org.tearline.plan.CpuDistance;
import org.tearline.published.Copy;
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
        return Copy.of(file, "series", Silences.noted(file.series().stream().map(series -> Copy.of(series,
            "plantedFound", Collections.nCopies(series.offsets().size(), 0L))).toList(), file.profile(),
            file.environment(), file.placements()));
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
        return Copy.of(file, "series", file.series().stream().map(series -> Copy.of(series, "firstTornNanos", null))
            .toList()).sealed();
    }
}
