// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Misses;
import org.tearline.verdict.Verdict;

/**
 * Finds the silent cells of a result that prove nothing: the same write and read tore at a comparable place, but so
 * rarely that the changes of the cell cannot exclude it. A place is comparable if it is another offset of the same
 * class, or another memory reached by the same instruction. Pure. Thread-safe.
 */
public final class Contradictions {
    private Contradictions() {
    }

    /**
     * A negative result that proves nothing.
     *
     * @param neededChanges what it would take to believe it
     */
    public record Contradiction(Series series, Series.Cell cell, long neededChanges) {
    }

    private record Place(Series series, Series.Cell cell) {
        private Alignment kind(Geometry geometry) {
            return Alignment.of(cell.offset(), series.widthBytes(), geometry);
        }
    }

    /** Returns all contradictions of a sweep. */
    public static List<Contradiction> in(List<Series> sweep, Profile profile, Environment environment) {
        return sweep.stream().collect(Collectors.groupingBy(Contradictions::kind, LinkedHashMap::new,
            Collectors.toList())).values().stream()
            .filter(comparable -> comparable.stream().anyMatch(Contradictions::tore))
            .flatMap(comparable -> among(comparable, profile, environment)).toList();
    }

    private static List<Object> kind(Series series) {
        return List.of(series.write(), series.read(), series.placement(), series.tier(), series.widthBytes(),
            series.processes());
    }

    private static boolean tore(Series series) {
        return series.torn().stream().anyMatch(torn -> torn > 0);
    }

    private static Stream<Contradiction> among(List<Series> comparable, Profile profile, Environment environment) {
        List<Place> tried = comparable.stream().flatMap(series -> series.cells(profile, environment).stream()
            .filter(cell -> !cell.piecewise() && isAnswer(cell)).map(cell -> new Place(series, cell))).toList();
        Geometry geometry = environment.geometry();
        return Misses.doubtful(tried, place -> place.kind(geometry), place -> place.cell.torn(),
            place -> place.cell.changes()).entrySet().stream().map(doubtful -> new Contradiction(
            doubtful.getKey().series, doubtful.getKey().cell, doubtful.getValue()));
    }

    /** Whether a cell was tried and is torn or silent: what another doubt voids has nothing to contradict. */
    private static boolean isAnswer(Series.Cell cell) {
        return cell.state() == Verdict.TORN || cell.state() == Verdict.NONE
            || cell.reason() == CellReason.MISS_NOT_EXCLUDED;
    }
}
