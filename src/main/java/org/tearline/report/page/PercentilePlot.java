// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.merge.Ranged;
import org.tearline.merge.TrafficRows;
import org.tearline.merge.TrafficRows.Trip;
import org.tearline.report.text.Words;

/**
 * Round trips as percentile curves: each step to the right is the next percentile of the table, each step up ten times
 * as long. Readable without scripts. Pure. Thread-safe.
 */
final class PercentilePlot {
    /** As many as there are kinds of dashes. */
    private static final List<List<String>> GROUPS = List.of(
        List.of("memory-spin", "memory-on-spin-wait", "memory-yield", "memory-park"),
        List.of("mapped-spin", "mapped-on-spin-wait", "mapped-yield"),
        List.of("tcp-blocking", "tcp-spin", "udp-spin", "unix-blocking"));
    private static final List<String> PERCENTILES = List.of("least", "50", "90", "99", "99.9", "99.99", "largest");
    private static final int LEFT = 52;
    private static final int TOP = 12;
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s");
    private static final int POWERS_PER_UNIT = 3;
    private static final int STEP = 56;
    private static final int DECADE = 34;
    /** Room for the names at the right end. */
    private static final int RIGHT = 150;
    private static final int BOTTOM = 26;
    private static final int MARK = 3;

    private PercentilePlot() {
    }

    /** Returns a drawing for each group of ways that was measured. */
    static List<SharingPlot> all(Ranged ranged) {
        return Stream.of(1, 2).flatMap(processes -> {
            List<Trip> trips = TrafficRows.trips(ranged, processes);
            return GROUPS.stream().map(group -> of(trips.stream().filter(trip -> group.contains(trip.way())
                && trip.nanos().stream().noneMatch(Objects::isNull)).toList(), processes));
        }).filter(Objects::nonNull).toList();
    }

    private static SharingPlot of(List<Trip> trips, int processes) {
        if (trips.isEmpty()) {
            return null;
        }
        int lowest = (int) Math.floor(Math.log10(all(trips).min().orElseThrow()));
        int highest = Math.max(lowest + 1, (int) Math.ceil(Math.log10(all(trips).max().orElseThrow())));
        int right = LEFT + STEP * (PERCENTILES.size() - 1);
        int bottom = TOP + DECADE * (highest - lowest);
        StringBuilder grid = new StringBuilder();
        List<SharingPlot.Label> labels = new ArrayList<>();
        for (int power = highest; power >= lowest; power--) {
            int y = TOP + DECADE * (highest - power);
            grid.append('M').append(LEFT - MARK).append(' ').append(y).append('H').append(right);
            labels.add(SharingPlot.Label.before(LEFT - MARK, y + MARK, time(power)));
        }
        for (int i = 0; i < PERCENTILES.size(); i++) {
            grid.append('M').append(x(i)).append(' ').append(TOP).append('V').append(bottom + MARK);
            labels.add(SharingPlot.Label.under(x(i), bottom + BOTTOM / 2 + MARK, PERCENTILES.get(i)));
        }
        List<SharingPlot.Curve> curves = SharingPlot.named(IntStream.range(0, trips.size()).mapToObj(i ->
            curve(trips.get(i), i, highest)).toList(), right, labels);
        return new SharingPlot("Round trips between " + (processes == 1 ? "2 threads" : "2 processes"), words(trips),
            grid.toString(), "", curves, labels, right + RIGHT, bottom + BOTTOM);
    }

    /** Returns a power of ten of nanoseconds in the unit that makes it short. */
    private static String time(int power) {
        int unit = Math.min(Math.max(power, 0) / POWERS_PER_UNIT, UNITS.size() - 1);
        return Words.count(Math.round(Math.pow(10, power - POWERS_PER_UNIT * unit))) + " " + UNITS.get(unit);
    }

    private static SharingPlot.Curve curve(Trip trip, int index, int highest) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < trip.nanos().size(); i++) {
            path.append(i == 0 ? 'M' : 'L').append(x(i)).append(' ').append(y(trip.nanos().get(i), highest));
        }
        return new SharingPlot.Curve(trip.way(), path.toString(), "", "curve" + index, "");
    }

    private static DoubleStream all(List<Trip> trips) {
        return trips.stream().flatMap(trip -> trip.nanos().stream()).mapToDouble(Double::doubleValue);
    }

    private static int x(int index) {
        return LEFT + STEP * index;
    }

    private static int y(double nanos, int highest) {
        return TOP + (int) Math.round(DECADE * (highest - Math.log10(nanos)));
    }

    private static String words(List<Trip> trips) {
        return "medians: " + String.join(", ", trips.stream().map(trip -> String.format(Locale.ROOT, "%s %s ns",
            trip.way(), Words.nanos(trip.nanos().get(1)))).toList());
    }
}
