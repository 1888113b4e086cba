package org.tearline.report.page;

import java.util.Arrays;
import java.util.List;
import org.tearline.plan.Placement;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;

/** The placements of a misaligned long, as columns of a CPU's table. Immutable. */
public enum Column {
    ALIGNED(Placement.ALIGNED, "aligned", "the address is a multiple of 8"),
    OVER_8(Placement.WITHIN_16, "over 8", "inside the line, across a multiple of 8 bytes but not of 16"),
    OVER_16(Placement.WITHIN_32, "over 16", "inside the line, across a multiple of 16 bytes but not of 32"),
    OVER_32(Placement.WITHIN_64, "over 32", "inside the line, across a multiple of 32 bytes but not of 64"),
    OVER_64(Placement.WITHIN_LINE, "over 64", "inside a line that is longer than 64 bytes, across a multiple of 64"),
    LINE(Placement.CROSSES_LINE, "over line", "across two cache lines"),
    PAGE(Placement.CROSSES_PAGE, "over page", "across two pages");

    private final Placement placement;
    private final String title;
    private final String meaning;

    Column(Placement placement, String title, String meaning) {
        this.placement = placement;
        this.title = title;
        this.meaning = meaning;
    }

    /** The columns that a CPU needs: the one for long lines only where there are any. */
    static List<Column> of(MergedCpu cpu) {
        boolean longLines = cpu.pairs().stream().map(MergedPair::cells).flatMap(List::stream)
            .anyMatch(cell -> cell.placement() == Placement.WITHIN_LINE);
        return List.of(values()).stream().filter(column -> column != OVER_64 || longLines).toList();
    }

    Placement placement() {
        return placement;
    }

    /** The column of a placement; a long is never misaligned inside 8 bytes. */
    static Column of(Placement placement) {
        return Arrays.stream(values()).filter(column -> column.placement == placement).findFirst().orElseThrow();
    }

    /** The heading. */
    public String title() {
        return title;
    }

    /** The heading of a narrow column. */
    public String brief() {
        return title.replace("over ", "").replace("aligned", "al.");
    }

    /** The heading in a sentence. */
    public String meaning() {
        return meaning;
    }
}
