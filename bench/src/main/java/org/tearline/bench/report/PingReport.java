// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
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
            "99.99 %", "largest", "corrected 50 %", "99 %", "99.9 %", "99.99 %", "published");
        Table sizes = new Table("by message size, ns", "between", "bytes", "trips", "torn", "50 %", "99 %");
        for (Series series : group.series()) {
            boolean first = series.metric().equals("latency-50") && series.has(Map.of("omission", "as-sent"));
            for (int i = 0; i < series.at().size() && first; i++) {
                if (series.axis().equals("way")) {
                    ways.row(way(group, series, i, published));
                } else {
                    sizes.row(series.parameters().get("way").toString(), between(series), series.at().get(i).toString(),
                        Table.count(series.counts().get("messages").get(i)),
                        Table.count(series.counts().get("torn").get(i)), at(group, series, i, "latency-50", "as-sent"),
                        at(group, series, i, "latency-99", "as-sent"));
                }
            }
        }
        return out.append(ways).append("\nCorrected for coordinated omission: a trip that took longer than the median"
            + " also stands for those\nthat would have been sent meanwhile, one each median time.\n\n").append(sizes)
            .toString();
    }

    private static List<String> way(Group group, Series series, int index, Published published) {
        String name = series.at().get(index).toString();
        List<String> row = new ArrayList<>(List.of(name, between(series),
            Table.count(series.counts().get("messages").get(index))));
        METRICS.forEach(metric -> row.add(at(group, series, index, metric, "as-sent")));
        List.of("latency-50", "latency-99", "latency-999", "latency-9999").forEach(metric ->
            row.add(at(group, series, index, metric, "corrected")));
        row.add(published.rows().getOrDefault(series.has(Map.of("processes", 2)) ? name + ", 2 processes" : name, ""));
        return row;
    }

    private static String between(Series series) {
        return series.has(Map.of("processes", 2)) ? "2 processes" : "2 threads";
    }

    private static String at(Group group, Series series, int index, String metric, String omission) {
        for (Series other : group.series()) {
            int at = other.index(series.at().get(index));
            if (other.metric().equals(metric) && other.axis().equals(series.axis())
                && other.has(Map.of("processes", series.parameters().get("processes"), "omission", omission))
                && at >= 0) {
                return Table.nanos(other.median().get(at));
            }
        }
        return "-";
    }
}
