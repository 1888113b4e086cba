package org.tearline.published;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.plan.PlacementClass;
import org.tearline.plan.Width;
import org.tearline.result.CellReason;
import org.tearline.result.Control;
import org.tearline.result.Counts;
import org.tearline.result.StressorUse;
import org.tearline.result.SweepCell;
import org.tearline.result.SweepControls;

/** Puts the trials of a sweep together as the series of a result file. Pure; any thread. */
public final class SweepAssembly {
    private SweepAssembly() {
    }

    /**
     * One series for each write and read at each memory, placement and tier, in the order in which they were run. Their
     * silences are not yet judged: {@link Silences} does that.
     */
    public static List<Series> series(Collection<SweepCell> cells, List<SweepControls> controls, Geometry geometry) {
        Map<String, List<SweepCell>> groups = new LinkedHashMap<>();
        for (SweepCell cell : cells) {
            String name = cell.placement() + "/" + cell.memory() + "/" + cell.write() + "/" + cell.read() + "/"
                + cell.tier();
            groups.computeIfAbsent(name, key -> new ArrayList<>()).add(cell);
        }
        Map<PlacementClass, CellReason> doubts = doubts(controls);
        return groups.values().stream().map(group -> series(group, doubts, geometry)).toList();
    }

    /** The pairs of CPUs with all that their controls counted. */
    public static List<PlacementRecord> placements(Collection<SweepCell> cells, List<SweepControls> controls) {
        Map<PlacementClass, List<SweepControls>> groups = controls.stream().collect(Collectors.groupingBy(
            SweepControls::placement, () -> new EnumMap<>(PlacementClass.class), Collectors.toList()));
        return groups.entrySet().stream().map(group -> new PlacementRecord(group.getKey(),
            group.getKey() != PlacementClass.UNPINNED && cells.stream().filter(cell ->
                cell.placement() == group.getKey() && cell.counts().reads() > 0).allMatch(SweepCell::pinned),
            group.getValue().stream().collect(Collectors.groupingBy(SweepControls::tier, TreeMap::new,
                Collectors.toList())).entrySet().stream().map(tier -> new ControlRecord(SeriesTier.of(tier.getKey()),
                count(tier.getValue().stream().map(SweepControls::aligned).toList()))).toList())).toList();
    }

    private static ControlCount count(List<Control> runs) {
        return new ControlCount(runs.size(), runs.stream().filter(run -> run.torn() > 0 || run.changes() == 0).count(),
            runs.stream().mapToLong(Control::changes).sum(), runs.stream().mapToLong(Control::torn).sum());
    }

    /** A control that failed at any time casts its doubt on every silence of its placement. */
    private static Map<PlacementClass, CellReason> doubts(List<SweepControls> controls) {
        Map<PlacementClass, CellReason> doubts = new EnumMap<>(PlacementClass.class);
        for (SweepControls run : controls) {
            if (run.aligned().torn() > 0) {
                doubts.put(run.placement(), CellReason.ALIGNED_CONTROL_TORN);
            } else if (run.aligned().changes() == 0) {
                doubts.putIfAbsent(run.placement(), CellReason.CONTROL_MISSING);
            }
        }
        return doubts;
    }

    private static Series series(List<SweepCell> unsorted, Map<PlacementClass, CellReason> doubts, Geometry geometry) {
        List<SweepCell> cells = unsorted.stream().sorted(Comparator.comparingInt(SweepCell::offset)).toList();
        SweepCell any = cells.get(0);
        Counts sum = cells.stream().map(SweepCell::counts).reduce(Counts.NONE, Counts::plus);
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        Map<CellReason, List<Integer>> reasons = new EnumMap<>(CellReason.class);
        for (SweepCell cell : cells) {
            if (torn(cell) > 0) {
                seams.put(cell.offset(), seams(cell));
            } else if (cell.reason() != null || doubts.containsKey(any.placement())) {
                // What follows from the counts is derived again, and perhaps in the cell's favour; a doubt must stay.
                boolean own = cell.reason() != null && !Silences.derives(cell.reason());
                CellReason reason = own ? cell.reason() : doubts.getOrDefault(any.placement(), cell.reason());
                reasons.computeIfAbsent(reason, key -> new ArrayList<>()).add(cell.offset());
            }
        }
        return new Series(any.memory(), Width.LONG.bytes(), 1, any.write(), any.read(), any.placement(),
            SeriesTier.of(any.tier()), new SeriesTotals(sum.writes(), sum.reads(), sum.alien(), sum.confirmed(),
                sum.failedCas(), cells.stream().mapToLong(SweepCell::nanos).sum(),
                cells.stream().mapToLong(SweepCell::discardedSlices).sum()),
            cells.stream().map(SweepCell::offset).toList(),
            cells.stream().map(cell -> cell.counts().changes()).toList(),
            cells.stream().map(SweepAssembly::torn).toList(),
            cells.stream().map(cell -> cell.planted().found()).toList(),
            cells.stream().map(cell -> cell.planted().expected()).toList(), seams,
            reasons.entrySet().stream().map(entry -> new CellNote(entry.getValue(), entry.getKey().state(),
                entry.getKey())).toList(),
            Witnesses.choose(cells.stream().flatMap(cell -> cell.witnesses().stream()
                .map(witness -> TornWitness.of(cell.offset(), witness))).toList(), geometry),
            calibration(cells, geometry));
    }

    /** Tears without evidence, or beside an alien value, are not published. */
    private static long torn(SweepCell cell) {
        return cell.reason() == null ? cell.counts().torn() : 0;
    }

    private static SortedMap<Integer, Long> seams(SweepCell cell) {
        SortedMap<Integer, Long> seams = new TreeMap<>();
        for (int seam = 1; seam < cell.seams().size(); seam++) {
            if (cell.seams().get(seam) > 0) {
                seams.put(seam, cell.seams().get(seam));
            }
        }
        return seams;
    }

    /** The cells across a line are the calibration of those inside one; the stressors that brought most are kept. */
    private static List<StressorYield> calibration(List<SweepCell> cells, Geometry geometry) {
        Map<String, StressorYield> yields = new LinkedHashMap<>();
        for (SweepCell cell : cells) {
            if (geometry.crossing(cell.offset(), Width.LONG) == Crossing.LINE) {
                for (StressorUse use : cell.stressors()) {
                    yields.merge(use.name(), new StressorYield(use.name(), use.changes(), use.torn()),
                        StressorYield::plus);
                }
            }
        }
        return yields.values().stream().sorted(Comparator.comparingDouble(StressorYield::rate).reversed())
            .limit(Series.MAX_STRESSORS).toList();
    }
}
