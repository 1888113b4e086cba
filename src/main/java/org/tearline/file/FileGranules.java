// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Verdict;

/** The granules of a result file. Thread-safe. */
public final class FileGranules {
    /** Reasons that leave a cell's silence usable: only its changes are few or nobody promised it. */
    private static final Set<CellReason> SOUND = Set.of(CellReason.NOT_PROMISED, CellReason.NOTHING_TORE,
        CellReason.FEW_CHANGES, CellReason.TOO_FEW_CHANGES, CellReason.PROFILE_TOO_SHORT, CellReason.MISS_NOT_EXCLUDED);

    private FileGranules() {
    }

    /** One element for each series whose accesses are single instructions. */
    public static List<Granules.Asked> asked(ResultFile file) {
        AccessRules rules = file.environment().rules();
        Geometry geometry = rules.geometry();
        return file.series().stream().flatMap(series -> Granules.Kind.of(series.trial(1), rules).stream()
            .map(kind -> new Granules.Asked(kind, series.width(), series.cells(file.profile(), file.environment())
                .stream().filter(cell -> cell.torn() > 0 || cell.state() != Verdict.REFUSED
                    && cell.state() != Verdict.FAULT)
                .map(cell -> new Granules.Place(geometry.boundary(cell.offset(), series.width()), cell.changes(),
                    cell.torn(), at(series.lowNew(), cell), at(series.highNew(), cell),
                    cell.reason() == null || SOUND.contains(cell.reason()))).toList()))).toList();
    }

    private static long at(SortedMap<Integer, SortedMap<Integer, Long>> bySeam, Series.Cell cell) {
        return Counts.sum(bySeam.getOrDefault(cell.offset(), Collections.emptySortedMap()).values());
    }
}
