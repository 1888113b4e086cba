// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** Round trips as percentiles, and by the size of the messages with the torn ones. Stateless. */
final class PingReport {
    private static final List<String> METRICS = List.of("least", "latency-50", "latency-90", "latency-99",
        "latency-999", "latency-9999", "largest");

    private PingReport() {
    }

    static String text(Group group) {
        Published published = Published.table(group.answers().get(0));
        StringBuilder out = new StringBuilder("answers: " + published.title() + "\n  " + published.source() + "\n\n");
        Table ways = new Table("round trip, ns", "between", "trips", "least", "50 %", "90 %", "99 %", "99.9 %",
            "99.99 %", "largest", "stalls", "stalled, ms", "published");
        Table sizes = new Table("by message size, ns", "between", "bytes", "trips", "torn", "50 %", "99 %");
        for (Series series : group.series()) {
            boolean first = series.metric().equals("latency-50") && series.has(Map.of("omission", "as-sent"));
            for (int i = 0; i < series.at().size() && first; i++) {
                if (series.axis().equals("way")) {
                    ways.row(way(group, series, i, published));
                } else {
                    sizes.row(series.parameters().get("way").toString(), between(series), series.at().get(i).toString(),
                        count(series, "messages", i), count(series, "torn", i), at(group, series, i, "latency-50"),
                        at(group, series, i, "latency-99"));
                }
            }
        }
        return out.append(ways).append("\nPercentiles of all trips, as they were sent. Stalls: trips of at least 0.1 ms"
            + " and twenty times the median,\nfor which the host or the kernel had a CPU; the clock's row has its own."
            + "\n\n").append(sizes).toString();
    }

    private static List<String> way(Group group, Series series, int index, Published published) {
        String name = series.at().get(index).toString();
        List<String> row = new ArrayList<>(List.of(name, between(series), count(series, "messages", index)));
        METRICS.forEach(metric -> row.add(at(group, series, index, metric)));
        row.add(count(series, "stalls", index));
        row.add(series.counts().containsKey("stalledMicros") ? String.format(Locale.ROOT, "%,.1f",
            series.counts().get("stalledMicros").get(index) / 1e3) : "-");
        row.add(published.rows().getOrDefault(series.has(Map.of("processes", 2)) ? name + ", 2 processes" : name, ""));
        return row;
    }

    /** Earlier files have no stalls. */
    private static String count(Series series, String name, int index) {
        return series.counts().containsKey(name) ? Table.count(series.counts().get(name).get(index)) : "-";
    }

    private static String between(Series series) {
        return series.has(Map.of("processes", 2)) ? "2 processes" : "2 threads";
    }

    private static String at(Group group, Series series, int index, String metric) {
        for (Series other : group.series()) {
            int at = other.index(series.at().get(index));
            if (other.metric().equals(metric) && other.axis().equals(series.axis())
                && other.has(Map.of("processes", series.parameters().get("processes"), "omission", "as-sent"))
                && at >= 0) {
                return Table.nanos(other.median().get(at));
            }
        }
        return "-";
    }
}
