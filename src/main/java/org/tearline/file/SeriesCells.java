// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.Series.Note;
import org.tearline.file.Series.Tear;
import org.tearline.file.Series.Totals;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally;

/**
 * The cells of a sweep that differ only in the offset, and what their series publishes of them.
 *
 * @param cells sorted by offset by the constructor
 */
record SeriesCells(List<SweepCell> cells, Geometry geometry) {
    SeriesCells {
        cells = cells.stream().sorted(Comparator.comparingInt(SeriesCells::offset)).toList();
    }

    /** @param doubts the fault of a control at each distance that has one */
    Series series(Map<CpuDistance, CellReason> doubts) {
        CpuDistance placement = cells.get(0).placement();
        TrialSpec any = cells.get(0).trial();
        Integer across = any.across() == 0 ? null : any.across();
        List<Tear> tears = cells.stream()
            .flatMap(cell -> cell.tally().witnesses().stream().map(witness -> Tear.of(offset(cell), witness)))
            .toList();
        return new Series(
            any.memory(),
            any.width().bytes(),
            any.processes().count(),
            any.write(),
            any.read(),
            placement,
            any.tier(),
            across,
            totals(),
            ofEach(SeriesCells::offset),
            ofEach(cell -> cell.counts().changes()),
            ofEach(SeriesCells::tears),
            ofEach(cell -> cell.tally().planted().found()),
            ofEach(cell -> cell.tally().planted().expected()),
            bySeam(Tally::seams),
            bySeam(Tally::lowNew),
            bySeam(Tally::highNew),
            firstTornNanos(),
            notes(doubts.get(placement)),
            witnesses(tears, any.width(), geometry),
            calibration(),
            stressors());
    }

    private <T> List<T> ofEach(Function<SweepCell, T> fact) {
        return cells.stream().map(fact).toList();
    }

    private Totals totals() {
        Counts sum = cells.stream()
            .map(SweepCell::counts)
            .reduce(Counts.NONE, Counts::plus);
        return new Totals(sum.writes(), sum.reads(), sum.alien(), sum.confirmed(), sum.failedCas(),
            cells.stream().mapToLong(SweepCell::nanos).sum(),
            cells.stream().mapToLong(SweepCell::discardedSlices).sum());
    }

    private SortedMap<Integer, Long> firstTornNanos() {
        SortedMap<Integer, Long> nanos = new TreeMap<>();
        cells.stream()
            .filter(cell -> tears(cell) > 0 && cell.firstTornNanos() >= 0)
            .forEach(cell -> nanos.put(offset(cell), cell.firstTornNanos()));
        return nanos;
    }

    /** @param doubt the fault of a control, or null */
    private List<Note> notes(CellReason doubt) {
        SortedMap<Integer, CellReason> reasons = new TreeMap<>();
        for (SweepCell cell : cells) {
            CellReason reason = cell.reason();
            // Derived reasons may disappear when they are derived again; a failed control must stay.
            if (doubt != null && (reason == null || NegativeResults.derives(reason))) {
                reason = doubt;
            }
            if (tears(cell) == 0 && reason != null) {
                reasons.put(offset(cell), reason);
            }
        }
        return Note.of(reasons);
    }

    private SortedMap<Integer, SortedMap<Integer, Long>> bySeam(Function<Tally, List<Long>> counted) {
        SortedMap<Integer, SortedMap<Integer, Long>> all = new TreeMap<>();
        cells.stream().filter(cell -> tears(cell) > 0).forEach(cell -> {
            SortedMap<Integer, Long> counts = Tally.bySeam(counted.apply(cell.tally()));
            if (!counts.isEmpty()) {
                all.put(offset(cell), counts);
            }
        });
        return all;
    }

    /** Returns the stressors that tore most often across a line, to calibrate the cells inside a line. */
    private List<StressorUse> calibration() {
        return uses(Crossing.LINE).stream()
            .map(StressorUse::untimed)
            .sorted(Comparator.comparingDouble(StressorUse::yield).reversed())
            .limit(Series.MAX_STRESSORS)
            .toList();
    }

    /** Returns the changes and tears with each stressor inside a line: a bound there is that of their mixture. */
    private SortedMap<String, List<Long>> stressors() {
        SortedMap<String, List<Long>> counts = new TreeMap<>();
        uses(Crossing.NONE).stream()
            .filter(use -> use.changes() > 0)
            .forEach(use -> counts.put(use.name(), List.of(use.changes(), use.torn())));
        return counts;
    }

    private List<StressorUse> uses(Crossing crossing) {
        return StressorUse.sum(cells.stream()
            .filter(cell -> geometry.crossing(offset(cell), cell.trial().width()) == crossing)
            .flatMap(cell -> cell.stressors().stream())
            .toList());
    }

    private static int offset(SweepCell cell) {
        return cell.trial().offset();
    }

    /** A cell with a reason, such as a missing witness or an alien value, has no tears to publish. */
    private static long tears(SweepCell cell) {
        if (cell.reason() == null) {
            return cell.counts().torn();
        }
        return 0;
    }

    /**
     * Returns the tears whose bytes are published, one per offset and seam, by offset: at most
     * {@link Series#MAX_WITNESSES}, of which at most {@link Series#MAX_WITNESSES_ACROSS} are across a line. Those
     * inside a line are preferred, because some vendors rule them out.
     */
    static List<Tear> witnesses(List<Tear> all, Width width, Geometry geometry) {
        Map<List<Integer>, Tear> different = new LinkedHashMap<>();
        all.stream()
            .sorted(Comparator.comparingInt(Tear::offset))
            .forEach(witness -> different.putIfAbsent(List.of(witness.offset(), witness.seam()), witness));
        Map<Boolean, List<Tear>> inside = different.values().stream()
            .collect(Collectors.partitioningBy(tear -> geometry.crossing(tear.offset(), width) == Crossing.NONE));
        return Stream.concat(inside.get(true).stream(),
                inside.get(false).stream().limit(Series.MAX_WITNESSES_ACROSS))
            .limit(Series.MAX_WITNESSES)
            .sorted(Comparator.comparingInt(Tear::offset))
            .toList();
    }
}
