// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.report.text.Screen;
import org.tearline.report.text.Words;

/** Draws each write and read of a sweep as a strip: one character an offset, by how often it tore. One thread. */
final class HeatStrip {
    /** The usual line. */
    private static final int LONGEST_ROW = 64;
    private static final int SHORTEST_ROW = 16;
    /** A longer line is hard to follow, however wide the screen is. */
    private static final int LONGEST_LINE = 120;
    private static final int LABEL = 7;
    private static final int TICK = 8;
    /** From every change torn to one in 10^9 or less: red, orange, yellow, white. */
    private static final int[] HEAT = {196, 202, 208, 214, 220, 226, 227, 228, 229, 230};
    private static final int BLUE = 33;
    private static final int GREY = 244;

    private final PrintStream out;
    private final Screen screen;

    HeatStrip(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** Prints some series of a file, and what the characters mean. */
    void print(ResultFile file, List<Series> some) {
        boolean first = true;
        for (Series series : some) {
            out.println(series.trial(0).title() + ", " + series.placement());
            print(rows(Merge.cells(file, series)), first);
            first = false;
        }
        screen.wrapped("", "Each character is an offset. A digit counts zeros: 0 torn in more than 1 of 10"
            + " changes, 1 in 1 of 10 or fewer, 3 in 1 of 1,000 or fewer; " + silent()
            + " none, strong; o none, weak; ? inconclusive; - refused; ! fault.").forEach(out::println);
    }

    /** Rows side by side as far as there is room. */
    private void print(Collection<List<MergedCell>> rows, boolean withTicks) {
        StringBuilder ticks = new StringBuilder();
        StringBuilder strips = new StringBuilder();
        int columns = 0;
        for (List<MergedCell> row : rows) {
            if (columns > 0 && columns + LABEL + length(row) > Math.min(screen.columns(), LONGEST_LINE)) {
                print(ticks, strips, withTicks);
                columns = 0;
            }
            ticks.append(" ".repeat(columns - ticks.length())).append(ticks(row));
            strips.append(strip(row));
            columns += LABEL + length(row);
        }
        print(ticks, strips, withTicks);
    }

    private void print(StringBuilder ticks, StringBuilder strips, boolean withTicks) {
        if (withTicks) {
            out.println(screen.coloured(GREY, ticks.toString().stripTrailing()));
        }
        out.println(strips);
        ticks.setLength(0);
        strips.setLength(0);
    }

    private Collection<List<MergedCell>> rows(List<MergedCell> cells) {
        int perRow = LONGEST_ROW;
        while (perRow > SHORTEST_ROW && LABEL + perRow > screen.columns()) {
            perRow /= 2;
        }
        int length = perRow;
        TreeMap<Integer, List<MergedCell>> rows = new TreeMap<>();
        cells.forEach(cell -> rows.computeIfAbsent(cell.offset() / length, row -> new ArrayList<>()).add(cell));
        return rows.values();
    }

    private static int length(List<MergedCell> row) {
        return row.get(row.size() - 1).offset() - row.get(0).offset() + 1;
    }

    private static String ticks(List<MergedCell> row) {
        int start = row.get(0).offset();
        int length = length(row);
        StringBuilder line = new StringBuilder(" ".repeat(LABEL + length));
        for (int offset = start; offset < start + length; offset++) {
            String number = String.valueOf(offset);
            int at = LABEL + offset - start;
            if (offset % TICK == 0 && offset + number.length() <= start + length) {
                line.replace(at, at + number.length(), number);
            }
        }
        return line.toString().stripTrailing();
    }

    private String strip(List<MergedCell> row) {
        String label = String.valueOf(row.get(0).offset());
        StringBuilder line = new StringBuilder(" ".repeat(LABEL - 1 - label.length())).append(label).append(' ');
        int next = row.get(0).offset();
        for (MergedCell cell : row) {
            // An offset that was not tried leaves a gap.
            line.append(" ".repeat(cell.offset() - next)).append(character(cell));
            next = cell.offset() + 1;
        }
        return line.toString();
    }

    private String character(MergedCell cell) {
        return switch (cell.seen()) {
            case TORN, JVM_SPLIT, MIXED, UNCONFIRMED -> cell.torn() == 0 ? "!"
                : torn((double) cell.torn() / cell.changes());
            case NONE_STRONG -> screen.coloured(BLUE, silent());
            case NONE_WEAK -> screen.coloured(BLUE, "o");
            case INCONCLUSIVE, UNTESTED -> "?";
            case REFUSED -> "-";
            case FAULT -> "!";
        };
    }

    private String torn(double rate) {
        int power = Words.digit(rate);
        return screen.coloured(HEAT[power], String.valueOf(power));
    }

    private String silent() {
        return screen.unicode() ? "\u00b7" : ".";
    }
}
