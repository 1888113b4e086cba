// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.promise.PairClass;
import org.tearline.report.text.Words;
import org.tearline.result.Rate;

/**
 * The rate of tears by offset as paths of a drawing, one for each kind of write and read: readable without scripts. The
 * height is the logarithm of the rate. Immutable.
 *
 * @param grid   what is behind it, the same for CPUs with lines and pages of one size
 * @param bars   from the lower to the upper end of each 95 % interval, by the spread of memories and files
 * @param points the rates that were seen
 * @param bounds what the silences exclude, at 95 %
 */
public record RatePlot(String title, String words, Grid grid, String bars, String points, String bounds) {
    /** Room for the labels of the rates. */
    public static final int LEFT = 64;
    /** The rate 1 lies so far below the upper edge. */
    public static final int TOP = 8;
    /** One power of ten. */
    public static final int DECADE = 12;
    /** The rarest rate that is drawn; the silences of a default sweep exclude about 10^-7. */
    public static final int DECADES = 9;
    /** The rates of every third power of ten. */
    public static final List<String> LABELS = List.of("100 %", "1 in 1k", "1 in 1M", "1 in 1G");
    private static final int SLOT = 8;
    private static final int MARK = 4;
    private static final int LABEL_EVERY = 8;
    /** Slots between the line and what lies beyond it, for the labels' sake. */
    private static final int GAP = 3;

    /**
     * Holds what is behind a drawing. Immutable.
     *
     * @param lines  one per label and per three powers of ten
     * @param labels offsets under the drawing
     */
    public record Grid(String lines, List<Label> labels, int width) {
        /** Returns the name under which drawings refer to it. */
        public String id() {
            return "grid" + labels.stream().map(Label::text).collect(Collectors.joining("-", "-", "-")) + width;
        }
    }

    /** A word at a place. */
    public record Label(int x, String text) {
    }

    /** Returns one drawing per kind of pair, of that pair which tore most often. */
    static List<RatePlot> of(MergedCpu cpu) {
        return Stream.of(PairClass.values()).map(kind -> cpu.pairs().stream()
            .filter(pair -> Answer.classOf(cpu, pair) == kind).max(Comparator.comparingDouble(RatePlot::most))
            .map(pair -> of(cpu, kind, pair)).orElse(null)).filter(Objects::nonNull).toList();
    }

    private static double most(MergedPair pair) {
        return pair.cells().stream().filter(MergedCell::tore).mapToDouble(cell -> (double) cell.torn()
            / cell.changes()).max().orElse(0);
    }

    private static RatePlot of(MergedCpu cpu, PairClass kind, MergedPair pair) {
        Path bars = new Path();
        Path points = new Path();
        List<Label> labels = new ArrayList<>();
        int line = cpu.model().geometry().lineBytes();
        for (int offset = 0; offset <= line; offset += LABEL_EVERY) {
            labels.add(new Label(LEFT + SLOT * offset, String.valueOf(offset)));
        }
        Bounds silent = new Bounds();
        int beyond = line + GAP;
        for (MergedCell cell : pair.cells()) {
            int slot = cell.offset() < line ? cell.offset() : ++beyond;
            int x = LEFT + SLOT * slot;
            if (cell.offset() >= line && beyond == line + GAP + 1) {
                labels.add(new Label(x, String.valueOf(cell.offset())));
            }
            if (cell.tore()) {
                Rate.Interval interval = cell.rate().interval95();
                if (interval != null) {
                    bars.down(x, y(interval.upper()), y(interval.lower()));
                }
                points.right(x - MARK / 2, y((double) cell.torn() / cell.changes()), MARK);
            } else if (cell.bound95() != null) {
                silent.add(x, y(cell.bound95()));
            }
        }
        int width = LEFT + SLOT * (beyond + 3);
        StringBuilder grid = new StringBuilder();
        for (int decade = 0; decade <= DECADES; decade += 3) {
            grid.append('M').append(LEFT - MARK).append(' ').append(TOP + decade * DECADE).append('H').append(width);
        }
        labels.forEach(label -> grid.append('M').append(label.x()).append(' ').append(TOP).append('v')
            .append(DECADES * DECADE + MARK));
        return new RatePlot(kind.title() + ": " + pair.pair().title(), most(pair) > 0
            ? "torn at " + pair.cells().stream().filter(MergedCell::tore).count() + " of " + pair.cells().size()
            + " offsets" + firstTears(pair) : "no tear at " + pair.cells().size() + " offsets",
            new Grid(grid.toString(), List.copyOf(labels), width), bars.words(),
            points.words(), silent.path());
    }

    /** Returns how soon the first tears came, over all offsets; nothing where no file says. */
    private static String firstTears(MergedPair pair) {
        LongSummaryStatistics nanos = pair.cells().stream().map(MergedCell::firstTornNanos).filter(Objects::nonNull)
            .mapToLong(Long::longValue).summaryStatistics();
        return nanos.getCount() == 0 ? "" : ", first tear within " + Words.time(Math.max(nanos.getMax(),
            TimeUnit.MICROSECONDS.toNanos(1))).replace(" us", " \u00b5s");
    }

    /** Holds what the silences exclude, as steps: neighbours of one height are one line. */
    private static final class Bounds {
        private final Path path = new Path();
        private int from;
        private int to = Integer.MIN_VALUE;
        private int height;

        private void add(int x, int y) {
            if (y != height || x != to + SLOT) {
                end();
                from = x;
                height = y;
            }
            to = x;
        }

        private void end() {
            if (to != Integer.MIN_VALUE) {
                path.right(from - MARK / 2, height, to - from + MARK);
            }
        }

        private String path() {
            end();
            return path.words();
        }
    }

    /** Holds strokes of a drawing; each begins so far from the end of the one before, which is short to write. */
    private static final class Path {
        private final StringBuilder words = new StringBuilder();
        private int x;
        private int y;

        private void right(int fromX, int fromY, int length) {
            move(fromX, fromY);
            words.append('h').append(length);
            x += length;
        }

        private void down(int fromX, int fromY, int toY) {
            move(fromX, fromY);
            words.append('v').append(toY - fromY);
            y = toY;
        }

        private void move(int toX, int toY) {
            words.append('m').append(toX - x).append(toY < y ? "" : " ").append(toY - y);
            x = toX;
            y = toY;
        }

        private String words() {
            return words.toString();
        }
    }

    private static int y(double rate) {
        return TOP + (int) Math.round(DECADE * Math.min(DECADES, Math.max(0, -Math.log10(rate))));
    }
}
