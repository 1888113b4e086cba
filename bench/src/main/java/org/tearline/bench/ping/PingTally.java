// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;

/**
 * The round trips of a way, round by round: percentiles of each round, as they were sent and corrected for coordinated
 * omission. A client that waits for its answer sends nothing meanwhile, so one slow trip hides all that would have been
 * slow with it; corrected, a trip that took longer than usual stands also for those that a client would have sent
 * meanwhile, one each median time. For one thread.
 */
final class PingTally {
    /** Metric to percentile. */
    private static final Map<String, Double> PERCENTILES = percentiles();

    private final List<Histogram> asSent = new ArrayList<>();
    private final List<Histogram> corrected = new ArrayList<>();
    private long torn;

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
        asSent.add(round.copy());
        corrected.add(round.copyCorrectedForCoordinatedOmission(Math.max(1, round.getValueAtPercentile(50))));
        torn += tornTrips;
    }

    /** All percentiles of a way, by its name. */
    List<Cell> byWay(Way way, int processes) {
        List<Cell> cells = new ArrayList<>();
        cells.addAll(cells(Map.of("processes", Integer.toString(processes), "omission", "as-sent"), "way", way.word(),
            asSent));
        cells.addAll(cells(Map.of("processes", Integer.toString(processes), "omission", "corrected"), "way",
            way.word(), corrected));
        return cells;
    }

    /** The same of one size of messages, as they were sent. */
    List<Cell> bySize(Way way, int processes, int messageBytes) {
        return cells(Map.of("processes", Integer.toString(processes), "way", way.word(), "omission", "as-sent"),
            "messageBytes", Integer.toString(messageBytes), asSent);
    }

    private List<Cell> cells(Map<String, String> parameters, String axis, String at, List<Histogram> rounds) {
        List<Cell> cells = new ArrayList<>();
        // Of the least and the largest there is one for all rounds: they are no middle of anything.
        PERCENTILES.forEach((metric, percent) -> {
            List<Double> values = rounds.stream().map(round -> (double) (percent == 0 ? round.getMinValue()
                : round.getValueAtPercentile(percent))).sorted().toList();
            cells.add(new Cell(Question.PING.id(), parameters, metric, "ns", axis, at, percent == 0
                ? List.of(values.get(0)) : percent == 100 ? List.of(values.get(values.size() - 1)) : values,
                metric.equals("latency-50") ? Map.of("messages", asSent.stream().mapToLong(Histogram::getTotalCount)
                    .sum(), "torn", torn) : Map.of()));
        });
        return cells;
    }
}
