// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;

/**
 * The round trips of a way, round by round: percentiles of each round, of all trips as they were sent, and beside them
 * the stalls. A stall is a trip of at least 0.1 ms and twenty times the median of its round: the hypervisor or the
 * kernel took a CPU away, and the way between the two ends has no part in it. The clock, where nobody is waited for,
 * stalls too. A correction for coordinated omission would make thousands of slow trips of each. Not thread-safe.
 */
final class PingTally {
    /** Far above what a socket and the waking of a thread take, some tens of microseconds. */
    private static final long STALL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** So that no way that is slow by itself stalls. */
    private static final int STALL_MEDIANS = 20;
    /** Metric to percentile. */
    private static final Map<String, Double> PERCENTILES = percentiles();

    private final List<Histogram> rounds = new ArrayList<>();
    private long torn;
    private long stalls;
    private long stalledNanos;

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("least", 0.0);
        percentiles.put("latency-50", 50.0);
        percentiles.put("latency-90", 90.0);
        percentiles.put("latency-99", 99.0);
        percentiles.put("latency-999", 99.9);
        percentiles.put("latency-9999", 99.99);
        percentiles.put("largest", 100.0);
        return percentiles;
    }

    /** Adds a round of at least one trip. */
    void add(Histogram round, long tornTrips) {
        rounds.add(round.copy());
        torn += tornTrips;
        long least = Math.max(STALL_NANOS, STALL_MEDIANS * round.getValueAtPercentile(50));
        for (HistogramIterationValue value : round.recordedValues()) {
            if (value.getValueIteratedTo() >= least) {
                stalls += value.getCountAtValueIteratedTo();
                stalledNanos += value.getCountAtValueIteratedTo() * value.getValueIteratedTo();
            }
        }
    }

    /** Returns all percentiles of a way, by its name. */
    List<Cell> byWay(Way way, int processes) {
        return cells(Map.of("processes", Integer.toString(processes), "omission", "as-sent"), "way", way.word());
    }

    /** The same of one size of messages. */
    List<Cell> bySize(Way way, int processes, int messageBytes) {
        return cells(Map.of("processes", Integer.toString(processes), "way", way.word(), "omission", "as-sent"),
            "messageBytes", Integer.toString(messageBytes));
    }

    private List<Cell> cells(Map<String, String> parameters, String axis, String at) {
        Map<String, Long> counts = Map.of("messages", rounds.stream().mapToLong(Histogram::getTotalCount).sum(), "torn",
            torn, "stalls", stalls, "stalledMicros", TimeUnit.NANOSECONDS.toMicros(stalledNanos));
        List<Cell> cells = new ArrayList<>();
        // Of the least and the largest there is one for all rounds: they are no middle of anything.
        PERCENTILES.forEach((metric, percent) -> {
            List<Double> values = rounds.stream().map(round -> (double) (percent == 0 ? round.getMinValue()
                : round.getValueAtPercentile(percent))).sorted().toList();
            cells.add(new Cell(Question.PING.id(), parameters, metric, "ns", axis, at, percent == 0
                ? List.of(values.get(0)) : percent == 100 ? List.of(values.get(values.size() - 1)) : values,
                metric.equals("latency-50") ? counts : Map.of()));
        });
        return cells;
    }
}
