// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;
import org.tearline.published.Delivered;

/** Queues and round trips of a file of costs as rows of tables, for all renderers. Pure. Thread-safe. */
public final class TrafficRows {
    /** The columns of round trips, from the shortest to the longest. */
    public static final List<Metric> PERCENTILES = List.of(Metric.LEAST, Metric.LATENCY_50, Metric.LATENCY_90,
        Metric.LATENCY_99, Metric.LATENCY_999, Metric.LATENCY_9999, Metric.LARGEST);
    private static final double NANOS_A_MICRO = 1_000;

    private TrafficRows() {
    }

    /**
     * One queue.
     *
     * @param slowest   millions of messages a second of the slowest run; null where it was not measured
     * @param delivered the counts of its series, to be read at {@code index}
     */
    public record Queue(String place, String name, int processes, Double slowest, double median, Double fastest,
                        Delivered delivered, int index) {
        /** Returns how many messages were damaged. */
        public long damaged() {
            return delivered.damaged(index);
        }
    }

    /**
     * One way of round trips.
     *
     * @param nanos  of {@link #PERCENTILES}, null where absent
     * @param median with its range
     * @param stalls null, like their sum, in files from before they were counted
     */
    public record Trip(String way, int processes, long trips, List<Double> nanos, Spread median, Long stalls,
                       Long stalledMicros) {
    }

    /** Round trips of one size of messages. */
    public record Sized(String way, int processes, int messageBytes, long trips, long torn, double median) {
    }

    /** Returns every queue, in the order of the measurements. */
    public static List<Queue> queues(Costs costs) {
        List<Queue> rows = new ArrayList<>();
        for (Times times : costs.series(Question.QUEUES)) {
            for (int i = 0; i < times.size() && times.metric() == Metric.TIME; i++) {
                rows.add(new Queue(times.setting().place(), times.point(i), times.setting().processes(),
                    perMicro(nanos(costs, Question.QUEUES, times.setting(), Metric.LARGEST, Axis.QUEUE,
                        times.point(i))), NANOS_A_MICRO / times.nanos(i),
                    perMicro(nanos(costs, Question.QUEUES, times.setting(), Metric.LEAST, Axis.QUEUE, times.point(i))),
                    times.delivered(), i));
            }
        }
        return rows;
    }

    private static Double perMicro(Double nanos) {
        return nanos == null ? null : (Double) (NANOS_A_MICRO / nanos);
    }

    /** Returns every way between two threads or two processes. */
    public static List<Trip> trips(Ranged ranged, int processes) {
        Costs costs = ranged.costs();
        Set<String> ways = new LinkedHashSet<>();
        List<Trip> rows = new ArrayList<>();
        for (Times times : costs.series(Question.PING)) {
            boolean wanted = times.axis() == Axis.WAY && times.metric() == Metric.LATENCY_50
                && times.setting().processes() == processes && "as-sent".equals(times.setting().omission());
            for (int i = 0; i < times.size() && wanted; i++) {
                String way = times.point(i);
                if (ways.add(way)) {
                    Delivered delivered = times.delivered();
                    rows.add(new Trip(way, processes, delivered.messages().get(i), all(costs, way, processes),
                        ranged.spread(times, i), delivered.stalls() == null ? null : delivered.stalls().get(i),
                        delivered.stalledMicros() == null ? null : delivered.stalledMicros().get(i)));
                }
            }
        }
        return rows;
    }

    /** As they were sent: earlier files have them corrected for coordinated omission, too. */
    private static List<Double> all(Costs costs, String way, int processes) {
        List<Double> nanos = new ArrayList<>();
        PERCENTILES.forEach(metric -> nanos.add(nanos(costs, Question.PING,
            Setting.between(processes, null, null, "as-sent"), metric, Axis.WAY, way)));
        return nanos;
    }

    /** Returns every size of messages that was tried. */
    public static List<Sized> sizes(Costs costs) {
        List<Sized> rows = new ArrayList<>();
        for (Times times : costs.series(Question.PING)) {
            boolean wanted = times.axis() == Axis.MESSAGE_BYTES && times.metric() == Metric.LATENCY_50;
            for (int i = 0; i < times.size() && wanted; i++) {
                rows.add(new Sized(times.setting().way(), times.setting().processes(), times.at().get(i),
                    times.delivered().messages().get(i), times.delivered().torn().get(i), times.nanos(i)));
            }
        }
        return rows;
    }

    private static Double nanos(Costs costs, Question question, Setting setting, Metric metric, Axis axis,
                                String point) {
        return costs.series(question).stream().filter(times -> times.metric() == metric && times.axis() == axis
            && times.setting().equals(setting)).map(times -> times.nanos(point)).flatMap(Optional::stream).findFirst()
            .orElse(null);
    }
}
