// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.tearline.merge.CostRows;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;

/**
 * Holds what an increment costs by the distance to the neighbour's, as paths of a drawing: readable without scripts.
 * Each step to the right is the next distance that was measured, each step up ten times as much. Immutable.
 *
 * @param grid   one line per label
 * @param line   where the neighbour is a cache line away
 * @param curves one for each way to increment
 */
public record SharingPlot(String title, String words, String grid, String line, List<Curve> curves,
                          List<Label> labels, int width, int height) {
    private static final int LEFT = 44;
    private static final int TOP = 12;
    private static final int STEP = 64;
    private static final int DECADE = 34;
    /** Room for the names at the right end. */
    private static final int RIGHT = 112;
    private static final int BOTTOM = 26;
    private static final int MARK = 3;
    /** Of names that would stand upon each other. */
    private static final int LINE_OF_TEXT = 13;
    private static final int LEADER = 22;

    /**
     * One way to increment.
     *
     * @param path  through the medians
     * @param bars  from the lower to the upper end of each 95 % interval
     * @param style dashes and a colour, so that nobody needs colours to tell them
     * @param leader from the end of the curve to its name
     */
    public record Curve(String name, String path, String bars, String style, String leader) {
    }

    /** A word at a place. */
    public record Label(int x, int y, String text, String anchor, String style) {
        /** Returns the name of a curve, in its colour. */
        static Label name(int x, int y, Curve curve) {
            return new Label(x, y, curve.name(), "start", curve.style());
        }

        /** Returns a word that ends before a place. */
        static Label before(int x, int y, String text) {
            return new Label(x - MARK, y, text, "end", null);
        }

        /** Returns a word in the middle of a place. */
        static Label under(int x, int y, String text) {
            return new Label(x, y, text, "middle", null);
        }
    }

    /** Names curves at their right ends, in the order of these and apart, each with a leader where it was moved. */
    static List<Curve> named(List<Curve> curves, int right, List<Label> labels) {
        List<Curve> fromTop = curves.stream().sorted(Comparator.comparingInt(SharingPlot::end)).toList();
        List<Curve> all = new ArrayList<>(curves);
        int next = 0;
        for (Curve curve : fromTop) {
            int end = end(curve);
            next = Math.max(next, end + MARK);
            labels.add(Label.name(right + LEADER, next, curve));
            all.set(curves.indexOf(curve), new Curve(curve.name(), curve.path(), curve.bars(), curve.style(), "M"
                + right + " " + end + "L" + (right + LEADER - MARK) + " " + (next - MARK)));
            next += LINE_OF_TEXT;
        }
        return all;
    }

    private static int end(Curve curve) {
        return Integer.parseInt(curve.path().substring(curve.path().lastIndexOf(' ') + 1));
    }

    /** Raw memory with so many threads; null where that was not measured. */
    static SharingPlot of(Costs costs, int threads, int lineBytes) {
        List<Times> modes = CostRows.MODES.stream().map(mode -> costs.series(Question.FALSE_SHARING).stream()
            .filter(times -> times.axis() == Axis.DISTANCE_BYTES && "raw".equals(times.setting().memory())
                && mode.equals(times.setting().mode()) && times.setting().threads() == threads).findFirst()
            .orElse(null)).filter(Objects::nonNull).toList();
        if (modes.isEmpty()) {
            return null;
        }
        List<Integer> distances = modes.stream().flatMap(times -> times.at().stream()).distinct().sorted().toList();
        int lowest = (int) Math.floor(Math.log10(modes.stream().flatMap(times -> times.lowPicos().stream())
            .mapToLong(Long::longValue).min().orElseThrow()));
        int highest = (int) Math.ceil(Math.log10(modes.stream().flatMap(times -> times.highPicos().stream())
            .mapToLong(Long::longValue).max().orElseThrow()));
        int decades = Math.max(1, highest - lowest);
        Scale scale = new Scale(distances, highest);
        int right = LEFT + STEP * (distances.size() - 1);
        int bottom = TOP + DECADE * decades;
        StringBuilder grid = new StringBuilder();
        List<Label> labels = new ArrayList<>();
        for (int decade = 0; decade <= decades; decade++) {
            int y = TOP + DECADE * decade;
            grid.append('M').append(LEFT - MARK).append(' ').append(y).append('H').append(right);
            labels.add(Label.before(LEFT - MARK, y + MARK, nanos(highest - decade)));
        }
        for (int distance : distances) {
            grid.append('M').append(scale.x(distance)).append(' ').append(TOP).append('V').append(bottom + MARK);
            labels.add(Label.under(scale.x(distance), bottom + BOTTOM / 2 + MARK, String.valueOf(distance)));
        }
        List<Curve> curves = named(IntStream.range(0, modes.size()).mapToObj(i -> curve(modes.get(i), scale, i))
            .toList(), right, labels);
        return new SharingPlot("Each thread its own counter, " + threads + " threads", words(modes, lineBytes),
            grid.toString(), distances.contains(lineBytes) ? "M" + scale.x(lineBytes) + " " + TOP + "V" + bottom : "",
            curves, labels, right + RIGHT, bottom + BOTTOM);
    }

    private static Curve curve(Times times, Scale scale, int index) {
        StringBuilder path = new StringBuilder();
        StringBuilder bars = new StringBuilder();
        for (int i = 0; i < times.size(); i++) {
            int x = scale.x(times.at().get(i));
            path.append(i == 0 ? 'M' : 'L').append(x).append(' ').append(scale.y(times.medianPicos().get(i)));
            bars.append('M').append(x).append(' ').append(scale.y(times.highPicos().get(i))).append('V')
                .append(scale.y(times.lowPicos().get(i)));
        }
        return new Curve(times.setting().mode(), path.toString(), bars.toString(), "curve" + index, "");
    }

    /** Returns what a line's distance changes, in words: the dearest beside it and the cheapest beyond. */
    private static String words(List<Times> modes, int lineBytes) {
        List<String> words = new ArrayList<>();
        for (Times times : modes) {
            double inside = 0;
            double outside = Double.MAX_VALUE;
            for (int i = 0; i < times.size(); i++) {
                int distance = times.at().get(i);
                if (distance > 0 && distance < lineBytes) {
                    inside = Math.max(inside, times.nanos(i));
                } else if (distance >= lineBytes) {
                    outside = Math.min(outside, times.nanos(i));
                }
            }
            if (inside > 0 && outside < Double.MAX_VALUE) {
                words.add(String.format(Locale.ROOT, "%s %.1f times as much", times.setting().mode(),
                    inside / outside));
            }
        }
        return words.isEmpty() ? "" : "on one line at most, beside different lines at least: "
            + String.join(", ", words);
    }

    /** Returns a power of ten of picoseconds as nanoseconds. */
    private static String nanos(int power) {
        return power >= 3 ? "1" + "0".repeat(power - 3) : "0." + "0".repeat(2 - power) + "1";
    }

    /** Says where a distance and a time lie. */
    private record Scale(List<Integer> distances, int highest) {
        int x(int distance) {
            return LEFT + STEP * distances.indexOf(distance);
        }

        int y(long picos) {
            return TOP + (int) Math.round(DECADE * (highest - Math.log10(picos)));
        }
    }
}
