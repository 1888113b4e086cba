// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.file.Series.Cell;
import org.tearline.trial.CpuDistance;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/**
 * What one file says about one place: the row from which reports and tables are made. Thread-safe.
 *
 * @param reason         why there is no verdict, or why a negative result is weak; otherwise null
 * @param firstTornNanos counting time until the first tear, in nanoseconds; null if unknown
 */
public record FileCell(CellKey key, CpuDistance cpuPair, Verdict state, CellReason reason, Seen seen,
                       Long firstTornNanos) {
    /** Returns the cells of a sweep; none for a jcstress file. */
    static List<FileCell> of(ResultFile file) {
        // An unknown JVM may use any number of instructions.
        boolean unknownJvm = !file.environment().rules().jvmKnown();
        List<FileCell> cells = new ArrayList<>();
        for (Series series : file.series()) {
            for (Cell cell : file.cells(series)) {
                CellKey key = new CellKey(series.trial(cell.offset()), unknownJvm || cell.piecewise());
                cells.add(new FileCell(key, series.placement(), cell.state(), cell.reason(),
                    new Seen(cell.changes(), cell.torn()), series.firstTornNanos().get(cell.offset())));
            }
        }
        return cells;
    }

    public boolean strong() {
        return state == Verdict.NOT_SEEN && reason == null;
    }
}
