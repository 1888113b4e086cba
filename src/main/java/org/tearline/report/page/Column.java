// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.plan.Geometry;
import org.tearline.plan.Placement;
import org.tearline.report.merged.MergedCell;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;
import org.tearline.report.text.Words;

/** The placements of a value, as columns of a CPU's table. Immutable. */
public enum Column {
    ALIGNED(Placement.ALIGNED, "the address is a multiple of 8"),
    INSIDE_8(Placement.WITHIN_8, "misaligned, inside one aligned block of 8 bytes"),
    OVER_8(Placement.WITHIN_16, "inside the line, across a multiple of 8 bytes but not of 16"),
    OVER_16(Placement.WITHIN_32, "inside the line, across a multiple of 16 bytes but not of 32"),
    OVER_32(Placement.WITHIN_64, "inside the line, across a multiple of 32 bytes but not of 64"),
    OVER_64(Placement.WITHIN_LINE, "inside a line that is longer than 64 bytes, across a multiple of 64"),
    LINE(Placement.CROSSES_LINE, "across two cache lines"),
    PAGE(Placement.CROSSES_PAGE, "across two pages");

    private final Placement placement;
    private final String meaning;

    Column(Placement placement, String meaning) {
        this.placement = placement;
        this.meaning = meaning;
    }

    /** The columns that a CPU needs: those for long lines and for short values only where there are any. */
    static List<Column> of(MergedCpu cpu) {
        Set<Placement> found = cpu.pairs().stream().map(MergedPair::cells).flatMap(List::stream)
            .map(MergedCell::placement).collect(Collectors.toSet());
        return List.of(values()).stream().filter(column -> column != OVER_64 && column != INSIDE_8
            || found.contains(column.placement)).toList();
    }

    /** Whether a value can lie there: no long is misaligned inside 8 bytes. */
    boolean fits(int widthBytes, Geometry geometry) {
        return IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - widthBytes, geometry.pageBytes()))
            .anyMatch(offset -> Placement.of(offset, widthBytes, geometry) == placement);
    }

    /** Whether a long can lie there: it is never misaligned inside 8 bytes. */
    boolean fitsALong() {
        return this != INSIDE_8;
    }

    Placement placement() {
        return placement;
    }

    /** The column of a placement. */
    static Column of(Placement placement) {
        return Arrays.stream(values()).filter(column -> column.placement == placement).findFirst().orElseThrow();
    }

    /** The heading. */
    public String title() {
        return Words.place(placement);
    }

    /** The heading of a narrow column. */
    public String brief() {
        return title().replace("over ", "").replace("aligned", "al.");
    }

    /** The heading in a sentence. */
    public String meaning() {
        return meaning;
    }
}
