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
    ALIGNED(Alignment.ALIGNED), INSIDE_8(Alignment.INSIDE_8), ACROSS_8(Alignment.ACROSS_8),
    ACROSS_16(Alignment.ACROSS_16), ACROSS_32(Alignment.ACROSS_32), ACROSS_64(Alignment.ACROSS_64),
    LINE(Alignment.ACROSS_LINE), PAGE(Alignment.ACROSS_PAGE);

    private final Alignment placement;

    Column(Alignment placement) {
        this.placement = placement;
    }

    /** Returns the columns that a CPU needs: those for long lines and for short values only where there are any. */
    static List<Column> of(MergedCpu cpu) {
        Set<Alignment> found = cpu.pairs().stream().map(MergedPair::cells).flatMap(List::stream)
            .map(MergedCell::placement).collect(Collectors.toSet());
        return List.of(values()).stream().filter(column -> column != ACROSS_64 && column != INSIDE_8
            || found.contains(column.placement)).toList();
    }

    /** Returns whether a value can lie there: no long is misaligned inside 8 bytes. */
    boolean fits(int widthBytes, Geometry geometry) {
        return IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - widthBytes, geometry.pageBytes()))
            .anyMatch(offset -> Alignment.of(offset, widthBytes, geometry) == placement);
    }

    /** Returns whether a long can lie there: it is never misaligned inside 8 bytes. */
    boolean fitsALong() {
        return this != INSIDE_8;
    }

    Alignment placement() {
        return placement;
    }

    /** Returns the column of a placement. */
    static Column of(Alignment placement) {
        return Arrays.stream(values()).filter(column -> column.placement == placement).findFirst().orElseThrow();
    }

    /** Returns the heading. */
    public String title() {
        return Words.place(placement);
    }

    /** Returns the heading of a narrow column. */
    public String brief() {
        return title().replace("across ", "").replace("a ", "").replace(" bytes", "").replace("aligned", "al.");
    }

    /** Returns the heading in a sentence. */
    public String meaning() {
        return Words.meaning(placement);
    }
}
