// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Geometry;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Grading;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;

/** Groups the cells of a sweep into the series of a result file, and its controls into pairs of CPUs. */
final class SweepAssembly {
    private SweepAssembly() {
    }

    /**
     * Combines the cells that differ only in the offset, in the order of the sweep. {@link NegativeResults} grades
     * those without a tear later.
     */
    static List<Series> series(Collection<SweepCell> cells, List<ControlRun> controls, Geometry geometry) {
        Map<CpuDistance, CellReason> doubts = doubts(controls);
        return cells.stream()
            .collect(Collectors.groupingBy(SweepCell::seriesKey, LinkedHashMap::new, Collectors.toList()))
            .values().stream()
            .map(group -> new SeriesCells(group, geometry).series(doubts))
            .toList();
    }

    static List<CpuPair> placements(Collection<SweepCell> cells, List<ControlRun> controls) {
        return controls.stream()
            .collect(Collectors.groupingBy(ControlRun::placement, TreeMap::new, Collectors.toList()))
            .entrySet().stream()
            .map(group -> CpuPair.of(group.getKey(), cells, group.getValue()))
            .toList();
    }

    /** A control that failed once invalidates every negative result of its placement. */
    private static Map<CpuDistance, CellReason> doubts(List<ControlRun> controls) {
        Map<CpuDistance, CellReason> doubts = new HashMap<>();
        for (ControlRun run : controls) {
            CellReason doubt = Grading.doubt(run.aligned());
            if (doubt != null) {
                // A control that tore outweighs one that saw too little.
                doubts.merge(run.placement(), doubt, (one, other) -> Collections.max(List.of(one, other)));
            }
        }
        return doubts;
    }
}
