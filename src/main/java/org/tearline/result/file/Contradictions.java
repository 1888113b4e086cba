package org.tearline.result.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.plan.Placement;
import org.tearline.result.Misses;

/**
 * Finds the silent cells of a result whose write and read tore at a comparable place, and too seldom for their changes
 * to exclude it here: at another offset of the same class, or in another memory through the same instruction. Pure; any
 * thread.
 */
public final class Contradictions {
    private Contradictions() {
    }

    /**
     * A silence that proves nothing. Immutable.
     *
     * @param neededChanges what it would take to believe it
     */
    public record Contradiction(Series series, Cell cell, long neededChanges) {
    }

    private record Place(Series series, Cell cell) {
    }

    /** All contradictions of a sweep, in the order of its series. */
    public static List<Contradiction> in(List<Series> sweep, Profile profile, Environment environment) {
        Map<List<Object>, List<Place>> comparable = new LinkedHashMap<>();
        for (Series series : sweep) {
            for (Cell cell : series.cells(profile, environment)) {
                if (!cell.piecewise() && isAnswer(cell)) {
                    comparable.computeIfAbsent(List.of(series.write(), series.read(), series.placement(), series.tier(),
                            series.widthBytes(), series.processes(),
                            Placement.of(cell.offset(), series.widthBytes(), environment.geometry())),
                        key -> new ArrayList<>()).add(new Place(series, cell));
                }
            }
        }
        List<Contradiction> found = new ArrayList<>();
        for (List<Place> places : comparable.values()) {
            long needed = Misses.neededChanges(places.stream().mapToLong(place -> place.cell.torn()).sum(),
                places.stream().mapToLong(place -> place.cell.changes()).sum());
            places.stream().filter(place -> place.cell.torn() == 0 && place.cell.changes() < needed)
                .forEach(place -> found.add(new Contradiction(place.series, place.cell, needed)));
        }
        return found;
    }

    /** Whether a cell was tried and is torn or silent: what another doubt voids has nothing to contradict. */
    private static boolean isAnswer(Cell cell) {
        return cell.state() == CellState.TORN || cell.state() == CellState.NONE
            || cell.reason() == CellReason.MISS_NOT_EXCLUDED;
    }
}
