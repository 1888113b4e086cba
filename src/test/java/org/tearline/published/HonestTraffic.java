// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Group;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Missing;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Reason;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;

/** A model of queues that are damaged where their counters straddle a boundary, and of round trips. Not thread-safe. */
final class HonestTraffic {
    private static final List<Metric> PERCENTILES = List.of(Metric.LEAST, Metric.LATENCY_50, Metric.LATENCY_90,
        Metric.LATENCY_99, Metric.LATENCY_999, Metric.LATENCY_9999, Metric.LARGEST);

    private final Random random;

    private HonestTraffic(long seed) {
        random = new Random(~seed);
    }

    static List<Group> of(long seed) {
        HonestTraffic traffic = new HonestTraffic(seed);
        return List.of(traffic.queues(), traffic.ping());
    }

    private Group queues() {
        List<Times> series = new ArrayList<>();
        for (int processes = 1; processes <= 2; processes++) {
            for (String place : List.of("heap", "aligned", "line", "page")) {
                if (processes == 1 || !place.equals("heap")) {
                    Setting setting = Setting.between(processes, place, null, null);
                    List<String> names = place.equals("heap") ? List.of("lamport-volatile", "inlined")
                        : place.equals("aligned") ? List.of("ordered") : List.of(place.equals("line")
                            ? "ordered-in-bytes" : "ordered-in-bytes-big-endian", "ordered-by-one");
                    long each = 7_000L + random.nextInt(20_000);
                    series.add(times(setting, Metric.TIME, Axis.QUEUE, names, each, damage(names.size(),
                        place.equals("line") || place.equals("page"))));
                    series.add(times(setting, Metric.LEAST, Axis.QUEUE, names, each / 2, null));
                    series.add(times(setting, Metric.LARGEST, Axis.QUEUE, names, each * 3, null));
                }
            }
        }
        return new Group(Question.QUEUES, series, List.of(new Missing("siblings of one core and different sockets",
            Reason.CPUS)));
    }

    private Delivered damage(int points, boolean straddling) {
        List<List<Long>> lists = new ArrayList<>();
        for (int list = 0; list < 10; list++) {
            lists.add(new ArrayList<>());
        }
        for (int i = 0; i < points; i++) {
            boolean damaged = straddling && random.nextInt(4) > 0;
            long torn = damaged ? 1L + random.nextInt(900) : 0;
            long[] point = {5_000_000L + random.nextInt(9_000_000), damaged ? random.nextInt(300) : 0,
                damaged ? 1 + random.nextInt(200) : 0, damaged ? random.nextInt(20) : 0,
                damaged ? random.nextInt(9) : 0, damaged ? 1 + random.nextInt(4_000_000) : 0, torn, torn / 2,
                damaged ? 0xff : 0, damaged ? 0x1ff : 0};
            for (int list = 0; list < point.length; list++) {
                lists.get(list).add(point[list]);
            }
        }
        return new Delivered(lists.get(0), lists.get(1), lists.get(2), lists.get(3), lists.get(4), lists.get(5),
            lists.get(6), lists.get(7), lists.get(8), lists.get(9), null, null);
    }

    private Group ping() {
        List<Times> series = new ArrayList<>();
        for (int processes = 1; processes <= 2; processes++) {
            List<String> ways = processes == 1 ? List.of("clock", "memory-spin", "tcp-blocking", "udp-blocking")
                : List.of("mapped-spin", "tcp-blocking");
            long least = 20_000L + random.nextInt(10_000);
            for (String omission : List.of("as-sent", "corrected")) {
                Setting setting = Setting.between(processes, null, null, omission);
                for (Metric metric : PERCENTILES) {
                    series.add(times(setting, metric, Axis.WAY, ways, least << 2 * PERCENTILES.indexOf(metric),
                        metric == Metric.LATENCY_50 ? trips(ways.size(), 0) : null));
                }
            }
            Setting sized = Setting.between(processes, null, processes == 1 ? "memory-spin" : "mapped-spin", "as-sent");
            for (Metric metric : PERCENTILES) {
                Times named = times(sized, metric, Axis.WAY, List.of("a", "b", "c"),
                    90_000L << PERCENTILES.indexOf(metric), metric == Metric.LATENCY_50 ? trips(3, 7) : null);
                series.add(new Times(sized, metric, Axis.MESSAGE_BYTES, List.of(48, 52, 56), null, named.samples(),
                    null, named.medianPicos(), named.lowPicos(), named.highPicos(), null, named.delivered()));
            }
        }
        return new Group(Question.PING, series, List.of(new Missing("park between processes", Reason.IMPOSSIBLE)));
    }

    private static Delivered trips(int points, long torn) {
        return new Delivered(LongStream.range(0, points).map(i -> 40_000 + i).boxed().toList(), null, null, null, null,
            null, LongStream.range(0, points).map(i -> i == 1 ? torn : 0).boxed().toList(), null, null, null,
            stalls(points, 1), stalls(points, 2_500));
    }

    /** One stall at the second point, as a quiet machine has. */
    private static List<Long> stalls(int points, long each) {
        return LongStream.range(0, points).map(i -> i == 1 ? each : 0).boxed().toList();
    }

    private static Times times(Setting setting, Metric metric, Axis axis, List<String> names, long picos,
                               Delivered delivered) {
        boolean one = metric == Metric.LEAST || metric == Metric.LARGEST;
        List<Long> medians = LongStream.range(0, names.size()).map(i -> picos + 1_000 * i).boxed().toList();
        return new Times(setting, metric, axis, null, names, names.stream().map(name -> one ? 1L : 9L).toList(),
            null, medians, medians.stream().map(median -> one ? median : median - 90).toList(),
            medians.stream().map(median -> one ? median : median + 90).toList(), null, delivered);
    }
}
