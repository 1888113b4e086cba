// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.report.text.Words;

/** The placements of a value, as columns of a CPU's table. Immutable. */
public enum Column {
    ALIGNED(Alignment.ALIGNED, "the address is a multiple of 8"),
    INSIDE_8(Alignment.WITHIN_8, "misaligned, inside one aligned block of 8 bytes"),
    OVER_8(Alignment.WITHIN_16, "inside the line, across a multiple of 8 bytes but not of 16"),
    OVER_16(Alignment.WITHIN_32, "inside the line, across a multiple of 16 bytes but not of 32"),
    OVER_32(Alignment.WITHIN_64, "inside the line, across a multiple of 32 bytes but not of 64"),
    OVER_64(Alignment.WITHIN_LINE, "inside a line that is longer than 64 bytes, across a multiple of 64"),
    LINE(Alignment.CROSSES_LINE, "across two cache lines"),
    PAGE(Alignment.CROSSES_PAGE, "across two pages");

    private final Alignment placement;
    private final String meaning;

    Column(Alignment placement, String meaning) {
        this.placement = placement;
        this.meaning = meaning;
    }

    /** The columns that a CPU needs: those for long lines and for short values only where there are any. */
    static List<Column> of(MergedCpu cpu) {
        Set<Alignment> found = cpu.pairs().stream().map(MergedPair::cells).flatMap(List::stream)
            .map(MergedCell::placement).collect(Collectors.toSet());
        return List.of(values()).stream().filter(column -> column != OVER_64 && column != INSIDE_8
            || found.contains(column.placement)).toList();
    }

    /** Whether a value can lie there: no long is misaligned inside 8 bytes. */
    boolean fits(int widthBytes, Geometry geometry) {
        return IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - widthBytes, geometry.pageBytes()))
            .anyMatch(offset -> Alignment.of(offset, widthBytes, geometry) == placement);
    }

    /** Whether a long can lie there: it is never misaligned inside 8 bytes. */
    boolean fitsALong() {
        return this != INSIDE_8;
    }

    Alignment placement() {
        return placement;
    }

    /** The column of a placement. */
    static Column of(Alignment placement) {
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
