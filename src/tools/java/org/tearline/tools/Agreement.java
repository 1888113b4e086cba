// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.plan.Crossing;
import org.tearline.published.Contradictions;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.Silences;
import org.tearline.published.UnreadableResult;
import org.tearline.result.CellReason;
import org.tearline.result.Verdict;

/**
 * Holds the results of several sweeps of one machine against each other: the state of every class of places of every
 * pair, and what contradicts itself. Stateless.
 */
final class Agreement {
    private Agreement() {
    }

    /** Prints where sweeps made one after the other differ; 1 if they do or one contradicts itself, else 0. */
    static int print(List<Path> sweeps, PrintStream out) throws IOException, UnreadableResult {
        Map<String, List<String>> states = new LinkedHashMap<>();
        int contradictions = 0;
        int noVerdict = 0;
        for (Path sweep : sweeps) {
            ResultFile file = ResultText.read(sweep);
            for (Series series : file.series()) {
                Map<String, List<Series.Cell>> classes = series.cells(file.profile(), file.environment()).stream()
                    .collect(Collectors.groupingBy(Agreement::place, LinkedHashMap::new, Collectors.toList()));
                classes.forEach((place, cells) -> states.computeIfAbsent(series.name() + " " + place,
                    key -> new ArrayList<>()).add(state(cells, bothSplitLocked(file, series, cells))));
                noVerdict += classes.values().stream().flatMap(List::stream)
                    .filter(cell -> cell.state() == Verdict.INCONCLUSIVE || cell.state() == Verdict.FAULT).count();
            }
            contradictions += Contradictions.in(file.series(), file.profile(), file.environment()).stream()
                .filter(found -> found.cell().reason() != CellReason.MISS_NOT_EXCLUDED).count();
        }
        List<Map.Entry<String, List<String>>> different = states.entrySet().stream()
            .filter(place -> place.getValue().stream().distinct().count() > 1).toList();
        different.forEach(place -> out.println("differs: " + place.getKey() + ": " + place.getValue()));
        Map<String, Long> tally = states.values().stream().map(list -> list.get(0))
            .collect(Collectors.groupingBy(state -> state, Collectors.counting()));
        out.printf(Locale.ROOT, "%d sweeps, %d classes of places %s; %d differ, %d cells contradict their own"
            + " file, %d cells without a verdict%n", sweeps.size(), states.size(), tally, different.size(),
            contradictions, noVerdict);
        return different.size() + contradictions == 0 ? 0 : 1;
    }

    private static String place(Series.Cell cell) {
        return cell.crossing() == Crossing.PAGE ? "across a page" : cell.crossing() == Crossing.LINE ? "across a line"
            : cell.offset() % Long.BYTES == 0 ? "aligned" : "inside";
    }

    private static boolean bothSplitLocked(ResultFile file, Series series, List<Series.Cell> cells) {
        return file.environment().rules().splitLockedSides(series.fastestTrial(cells.get(0).offset())) == 2;
    }

    /** Returns how many offsets tore, or how strong the negative result of the class is. */
    private static String state(List<Series.Cell> cells, boolean bothSplitLocked) {
        Stream<Series.Cell> torn = cells.stream().filter(cell -> cell.state() == Verdict.TORN);
        long count = torn.count();
        if (count > 0) {
            return count == cells.size() ? "torn everywhere" : "torn at " + count + " of " + cells.size();
        }
        return cells.stream().allMatch(cell -> cell.state() == Verdict.NONE)
            ? Silences.strongTogether(cells, bothSplitLocked) || cells.stream().allMatch(cell -> cell.reason() == null)
            ? "none, strong" : "none, weak" : "no verdict";
    }
}
