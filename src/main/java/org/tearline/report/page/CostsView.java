// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds what accesses cost on a CPU model, as its section of the page shows it. Immutable.
 *
 * @param facts    what was measured, in a line
 * @param files    where all its files of costs lie, from the page; empty on a run's own page
 * @param grids    8 bytes at one place, by their offset in the line
 * @param offsets  the same as one drawing; null if nobody measured it
 * @param reported loads and stores of 8 bytes, of others
 * @param line     how large a line is by what it costs; without rows if nobody asked
 * @param plots    neighbours by their distance, one drawing for each number of threads
 * @param bystanders what one CPU's locks cost the work of another; without rows if nobody asked
 * @param trips     round trips between two threads, two processes, and by size
 * @param tripPlots the same as percentile curves
 * @param leftOut  what was not measured, in words
 */
public record CostsView(String id, String brand, String design, String facts, List<String> files, List<Grid> grids,
                        SharingPlot offsets, Reported reported,
                        Table line, Table byOffset, List<SharingPlot> plots, List<Table> sharing,
                        List<Remedy> remedies, Table bystanders, Table counters, Table queues, List<Table> trips,
                        List<SharingPlot> tripPlots, List<String> leftOut) {

    /** Costs by offset that others published, in cycles. */
    public record Reported(String source, List<Grid> grids) {
    }

    /** Times of one access at every offset of a line, sixteen to a row, and at the page's end. */
    public record Grid(String title, List<List<Cell>> rows, List<Cell> page) {
    }

    /**
     * One offset.
     *
     * @param level how dear it is beside the median of its grid: 0, or 1 to 3 from half as much again to ten times
     */
    public record Cell(int offset, String words, int level) {
        /** Returns the class that colours it; null for none. */
        public String style() {
            return level == 0 ? null : "dear" + level;
        }
    }

    /** A table; the first cell of each row is its heading. */
    public record Table(String title, List<String> heads, List<List<String>> rows) {
        private static final Pattern NUMBER_OF_NUMBER = Pattern.compile("[\\d,]+ of [\\d,]+");

        /** Returns whether a cell is words, and no number, share or dash. */
        public static boolean isWords(String cell) {
            return cell.indexOf(' ') > 0 && cell.chars().anyMatch(Character::isLetter)
                && !NUMBER_OF_NUMBER.matcher(cell).matches();
        }
    }

    /** One way to hand a value over, and whether it is right here. */
    public record Remedy(String name, String style, String glyph, String words, List<String> cells) {
    }
}
