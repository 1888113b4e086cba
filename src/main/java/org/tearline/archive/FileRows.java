// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import org.tearline.file.Cell;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;
import org.tearline.trial.AccessRules;

/**
 * What a published file says, and which of it counts: the rows of every table.
 *
 * @param name    the name of the CPU's design
 * @param design  null if only jcstress ran on this CPU
 * @param counted whether the submitter's files decide numbers
 * @param rules   for the keys of the cells
 * @param cells   empty for a jcstress file
 */
public record FileRows(CpuFile listed, ResultFile file, String name, CpuDesign design, boolean counted,
                       AccessRules rules, List<CellRow> cells) {
    public Environment environment() {
        return file.environment();
    }

    /** @param counted whether the cell's counts are among those that decide a number */
    public record CellRow(CellKey key, Cell cell, boolean counted) {
    }
}
