// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** Queues with what they carry in a second, and what they damage of it. Stateless. */
final class QueueReport {
    private static final double MILLIONS = 1e3;

    private QueueReport() {
    }

    static String text(Group group) {
        Published published = Published.table(group.answers().get(0));
        Table table = new Table("queue (millions of messages a second)", "between", "slowest run", "median", "fastest",
            "messages", "lost", "repeated", "reordered", "garbled", "first damage", "torn reads (ahead)",
            "first torn counter", "published");
        for (Series series : group.series()) {
            for (int i = 0; i < series.at().size() && series.metric().equals("time"); i++) {
                table.row(row(group, series, i, published));
            }
        }
        return "answers: " + published.title() + "\n  " + published.source() + "\n\n" + table;
    }

    private static List<String> row(Group group, Series series, int index, Published published) {
        String queue = series.parameters().get("place") + " " + series.at().get(index);
        boolean processes = series.has(Map.of("processes", 2));
        List<String> row = new ArrayList<>(List.of(queue, processes ? "2 processes" : "2 threads",
            other(group, series, index, "largest"), millions(series.median().get(index)),
            other(group, series, index, "least")));
        for (String name : List.of("messages", "lost", "repeated", "reordered", "garbled")) {
            row.add(Table.count(count(series, name, index)));
        }
        long first = count(series, "firstDamage", index);
        row.add(first == 0 ? "none" : Table.count(first));
        long torn = count(series, "torn", index);
        row.add(Table.count(torn) + (torn == 0 ? "" : " (" + Table.count(count(series, "tornAhead", index)) + ")"));
        row.add(torn == 0 ? "" : String.format(Locale.ROOT, "0x%x after 0x%x", count(series, "witnessTorn", index),
            count(series, "witnessBefore", index)));
        row.add(published.rows().getOrDefault(processes ? queue + ", 2 processes" : queue, ""));
        return row;
    }

    /** Returns the quickest run had the least time. */
    private static String other(Group group, Series series, int index, String metric) {
        for (Series other : group.series()) {
            int at = other.index(series.at().get(index));
            if (other.metric().equals(metric) && other.parameters().equals(series.parameters()) && at >= 0) {
                return millions(other.median().get(at));
            }
        }
        return "-";
    }

    private static String millions(double nanos) {
        return Table.nanos(MILLIONS / nanos);
    }

    private static long count(Series series, String name, int index) {
        return series.counts().get(name).get(index);
    }
}
