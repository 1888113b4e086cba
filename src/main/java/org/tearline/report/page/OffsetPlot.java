// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;
import org.tearline.report.text.Words;

/** Draws what accesses of 8 bytes cost by their offset in the line: a curve for each. Pure. Thread-safe. */
final class OffsetPlot {
    private static final int LEFT = 72;
    private static final int TOP = 12;
    private static final int STEP = 7;
    private static final int DECADE = 30;
    private static final int EVERY = 8;
    private static final int MARK = 3;
    private static final int RIGHT = 112;
    private static final int BOTTOM = 26;

    private OffsetPlot() {
    }

    /** Returns the drawing; null where nothing was measured by offset. */
    static SharingPlot of(Costs costs, int lineBytes) {
        List<Times> all = costs.series(Question.OFFSET_COST).stream().filter(times ->
            times.setting().widthBytes() == Long.BYTES && "place".equals(times.setting().set())
                && inLine(times, lineBytes).findAny().isPresent()).toList();
        if (all.isEmpty()) {
            return null;
        }
        int lowest = (int) Math.floor(Math.log10(all.stream().flatMapToDouble(times -> inLine(times, lineBytes))
            .min().orElseThrow()));
        int highest = (int) Math.ceil(Math.log10(all.stream().flatMapToDouble(times -> inLine(times, lineBytes))
            .max().orElseThrow()));
        int right = LEFT + STEP * lineBytes;
        int bottom = TOP + DECADE * (highest - lowest);
        StringBuilder grid = new StringBuilder();
        List<SharingPlot.Label> labels = new ArrayList<>();
        for (int power = highest; power >= lowest; power--) {
            int y = TOP + DECADE * (highest - power);
            grid.append('M').append(LEFT - MARK).append(' ').append(y).append('H').append(right);
            labels.add(SharingPlot.Label.before(LEFT - MARK, y + MARK, power < 0
                ? "0." + "0".repeat(-power - 1) + "1" : Words.count(Math.round(Math.pow(10, power)))));
        }
        for (int offset = 0; offset <= lineBytes; offset += EVERY) {
            int x = LEFT + STEP * offset;
            grid.append('M').append(x).append(' ').append(TOP).append('V').append(bottom + MARK);
            labels.add(SharingPlot.Label.under(x, bottom + BOTTOM / 2 + MARK, String.valueOf(offset)));
        }
        List<SharingPlot.Curve> curves = SharingPlot.named(IntStream.range(0, all.size()).mapToObj(i ->
            curve(all.get(i), i, lineBytes, highest)).toList(), right, labels);
        return new SharingPlot("An access of 8 bytes, ns", "", grid.toString(), "", curves, labels, right + RIGHT,
            Math.max(bottom + BOTTOM, labels.get(labels.size() - 1).y() + MARK));
    }

    private static DoubleStream inLine(Times times, int lineBytes) {
        return IntStream.range(0, lineBytes).mapToObj(offset -> times.nanos(String.valueOf(offset)))
            .flatMap(Optional::stream).mapToDouble(Double::doubleValue);
    }

    private static SharingPlot.Curve curve(Times times, int index, int lineBytes, int highest) {
        StringBuilder path = new StringBuilder();
        for (int offset = 0; offset < lineBytes; offset++) {
            int x = LEFT + STEP * offset;
            times.nanos(String.valueOf(offset)).ifPresent(nanos -> path.append(path.isEmpty() ? 'M' : 'L').append(x)
                .append(' ').append(TOP + Math.round(DECADE * (highest - Math.log10(nanos)))));
        }
        return new SharingPlot.Curve(times.setting().operation(), path.toString(), "", "curve" + index, "");
    }
}
