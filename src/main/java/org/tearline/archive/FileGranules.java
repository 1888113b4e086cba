// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.tearline.file.Cell;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.TriedPair;
import org.tearline.verdict.Verdict;

/** The granules of a result file. Thread-safe. */
public final class FileGranules {
    /** Reasons that leave a negative result usable, such as few changes or no promise. */
    private static final Set<CellReason> SOUND = Set.of(CellReason.NOT_PROMISED, CellReason.NOTHING_TORE,
        CellReason.FEW_CHANGES, CellReason.TOO_FEW_CHANGES, CellReason.PROFILE_TOO_SHORT, CellReason.MISS_NOT_EXCLUDED);

    private FileGranules() {
    }

    /**
     * Returns one element per series whose accesses are single instructions. A one-sided pair has one series per
     * boundary, which together form one element, because a negative result is compared with the pair's tears.
     */
    public static List<TriedPair> tried(ResultFile file) {
        AccessRules rules = file.rules();
        Map<Object, List<Series>> pairs = file.series().stream()
            .collect(Collectors.groupingBy(FileGranules::pair, LinkedHashMap::new, Collectors.toList()));
        List<TriedPair> tried = new ArrayList<>();
        for (List<Series> pair : pairs.values()) {
            Series any = pair.get(0);
            List<Sum> places = pair.stream()
                .flatMap(series -> file.cells(series).stream()
                    .filter(cell -> cell.seen().torn() > 0
                        || cell.state() != Verdict.REFUSED && cell.state() != Verdict.FAULTS)
                    .map(cell -> place(series, cell, rules)))
                .toList();
            rules.kind(any.misaligned()).ifPresent(kind -> tried.add(new TriedPair(kind, any.width(), places)));
        }
        return List.copyOf(tried);
    }

    /** Identifies the pair that a series belongs to: a one-sided series by all but its boundary, others by name. */
    private static Object pair(Series series) {
        if (series.misaligned().oneSided()) {
            return List.of(series.placement(), series.width(), series.write());
        }
        return series.name();
    }

    private static Sum place(Series series, Cell cell, AccessRules rules) {
        TrialSpec trial = cell.trial();
        int boundary = rules.geometry().boundary(trial);
        // Checks the counts, because a file may name few changes as the reason where both reasons hold.
        boolean sound = (cell.reason() == null || SOUND.contains(cell.reason()))
            && !series.planted(cell.offset()).tooOften() && !rules.splitLocked(trial);
        SortedMap<Integer, Long> low = Series.at(series.lowNew(), cell.offset());
        SortedMap<Integer, Long> high = Series.at(series.highNew(), cell.offset());
        if (!trial.oneSided()) {
            return Sum.of(boundary, cell.seen().changes(), cell.seen().torn(), Counts.sum(low.values()),
                Counts.sum(high.values()), sound);
        }
        // The locked long inside a vector may also be torn at another boundary, which does not count for this one.
        int seam = rules.plantedSeam(trial);
        return Sum.of(boundary, cell.seen().changes(),
            Series.at(series.seams(), cell.offset()).getOrDefault(seam, 0L), low.getOrDefault(seam, 0L),
            high.getOrDefault(seam, 0L), sound);
    }
}
