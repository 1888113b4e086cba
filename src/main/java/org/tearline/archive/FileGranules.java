// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/** The granules of a result file. Thread-safe. */
public final class FileGranules {
    /** Reasons that leave a negative result usable, such as few changes or no promise. */
    private static final Set<CellReason> SOUND = Set.of(CellReason.NOT_PROMISED, CellReason.NOTHING_TORE,
        CellReason.FEW_CHANGES, CellReason.TOO_FEW_CHANGES, CellReason.PROFILE_TOO_SHORT, CellReason.MISS_NOT_EXCLUDED);

    private static final int ANY = 0;

    private FileGranules() {
    }

    /**
     * Returns one element per series whose accesses are single instructions. A one-sided pair has one series per
     * boundary. They form one element, because a negative result is compared with the tears of the same pair.
     */
    public static List<Granules.Asked> asked(ResultFile file) {
        Map<Object, List<Series>> pairs = file.series().stream().collect(Collectors.groupingBy(series ->
            series.trial(1).oneSided() ? List.of(series.placement(), series.width(), series.write()) : series.name(),
            LinkedHashMap::new, Collectors.toList()));
        List<Granules.Asked> asked = new ArrayList<>();
        pairs.values().forEach(pair -> file.environment().rules().kind(pair.get(0).trial(1))
            .ifPresent(kind -> asked.add(new Granules.Asked(kind, pair.get(0).width(), pair.stream()
                .flatMap(series -> places(series, file)).toList()))));
        return List.copyOf(asked);
    }

    private static Stream<Granules.Place> places(Series series, ResultFile file) {
        AccessRules rules = file.environment().rules();
        return series.cells(file.profile(), file.environment()).stream().filter(cell -> cell.torn() > 0
            || cell.state() != Verdict.REFUSED && cell.state() != Verdict.FAULT).map(cell -> {
                TrialSpec trial = series.trial(cell.offset());
                // A locked long across the middle of a vector may also tear elsewhere.
                int seam = trial.oneSided() ? rules.plantedSeam(trial) : ANY;
                return new Granules.Place(rules.geometry().boundary(trial), cell.changes(),
                    seam == ANY ? cell.torn() : at(series.seams(), cell, seam),
                    at(series.lowNew(), cell, seam), at(series.highNew(), cell, seam),
                    (cell.reason() == null || SOUND.contains(cell.reason())) && !rules.splitLocked(trial));
            });
    }

    private static long at(SortedMap<Integer, SortedMap<Integer, Long>> bySeam, Series.Cell cell, int seam) {
        SortedMap<Integer, Long> here = bySeam.getOrDefault(cell.offset(), Collections.emptySortedMap());
        return seam == ANY ? Counts.sum(here.values()) : here.getOrDefault(seam, 0L);
    }
}
