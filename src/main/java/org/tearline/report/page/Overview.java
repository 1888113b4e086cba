// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import org.tearline.plan.Alignment;

/**
 * The table above the fold: every CPU by the boundary that an access lies across and the kind of access. Immutable.
 *
 * @param columns the boundaries, the same under each group
 * @param groups  the kinds of write and read
 */
public record Overview(List<Alignment> columns, List<Group> groups, List<Section> sections) {

    /** A kind of write and read, over one set of columns. */
    public record Group(String id, String title, String meaning) {
    }

    /** Rows of one origin: measured here, reported by others, promised. */
    public record Section(String id, String title, String note, List<Row> rows) {
    }

    /**
     * A row.
     *
     * @param href   a CPU's section, another site or a promise
     * @param detail more about it
     * @param words  under which other words somebody may search for it
     * @param known  the numbers of the designs that it is about among {@link KnownCpus}
     * @param runs   how many files, or another word
     */
    public record Row(String name, String href, String detail, String words, String known, List<Cell> cells,
                      String runs, String newest) {
    }

    /**
     * A cell.
     *
     * @param style a class for its colour
     * @param section where it leads without scripts: to the CPU's section or the promise; empty for none
     * @param place the place where it was measured, which only the script can follow; null if there is none
     * @param order what the column is sorted by, the largest first
     */
    public record Cell(String style, String text, String title, String section, String place, int order) {
    }

    /** Returns how many columns the table has between the name and the number of runs. */
    public int width() {
        return columns.size() * groups.size();
    }
}
