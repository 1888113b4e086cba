// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Layout;
import org.tearline.bench.result.Series;

/** False sharing by distance, layout and mode, beside the published tables. Stateless. */
final class SharingReport {
    private static final List<String> MODES = List.of("plain", "ordered", "volatile", "getandadd");
    /** The counts of threads that were published. */
    private static final List<Integer> PUBLISHED_THREADS = List.of(2, 4, 8);

    private SharingReport() {
    }

    static String text(Group group, Costs costs) {
        StringBuilder out = new StringBuilder();
        for (int threads : threads(group)) {
            if (threads > 1) {
                out.append(table(group, threads)).append('\n');
            }
        }
        out.append(lost(group)).append('\n');
        for (String id : group.answers()) {
            out.append(published(Published.table(id), group, costs.conditions().cpus())).append('\n');
        }
        out.append("Layouts, by JOL:\n\n");
        for (Layout layout : costs.layouts()) {
            out.append(layout.layout()).append(": ").append(String.join("\n", layout.text())).append("\n\n");
        }
        return out.toString();
    }

    private static List<Integer> threads(Group group) {
        return group.series().stream().map(series -> ((Number) series.parameters().get("threads")).intValue())
            .distinct().sorted().toList();
    }

    private static String table(Group group, int threads) {
        List<String> heads = new ArrayList<>(List.of(threads + " threads, ns (of one thread's)"));
        heads.addAll(MODES);
        Table table = new Table(heads.toArray(String[]::new));
        List<String> rows = new ArrayList<>();
        for (Series series : group.series()) {
            if (series.has(Map.of("threads", threads))) {
                series.at().forEach(at -> rows.add(series.parameters().get("memory") + " " + at));
            }
        }
        for (String row : rows.stream().distinct().toList()) {
            String memory = row.substring(0, row.indexOf(' '));
            String at = row.substring(row.indexOf(' ') + 1);
            List<String> cells = new ArrayList<>(List.of(row));
            for (String mode : MODES) {
                double ours = at(group, memory, mode, threads, at);
                cells.add(Double.isNaN(ours) ? "-" : Table.nanos(ours) + " ("
                    + Table.percent(ours / at(group, memory, mode, 1, at)) + ")");
            }
            table.row(cells);
        }
        return table.toString();
    }

    private static String lost(Group group) {
        StringBuilder out = new StringBuilder();
        for (Series series : group.series()) {
            int index = series.index(0);
            if (index >= 0 && series.has(Map.of("memory", "raw")) && !series.has(Map.of("threads", 1))) {
                long lost = series.counts().get("lost").get(index);
                long all = series.counts().get("increments").get(index);
                out.append(String.format(Locale.ROOT, "one counter for %s threads, %s: lost %,d of %,d (%s)\n",
                    series.parameters().get("threads"), series.parameters().get("mode"), lost, all,
                    Table.percent((double) lost / all)));
            }
        }
        return out.toString();
    }

    private static String published(Published published, Group group, int cpus) {
        Table table = new Table("answers: " + published.title(), "published", "ours plain", "ours volatile");
        published.rows().forEach((row, theirs) -> table.row(row, theirs,
            ours(published.id(), row, group, cpus, "plain"), ours(published.id(), row, group, cpus, "volatile")));
        return table + "  " + published.source() + "\n";
    }

    /** Returns what our measurements say to a row of a published table. */
    private static String ours(String id, String row, Group group, int cpus, String mode) {
        if (id.equals("increments-java5")) {
            int threads = row.startsWith("one") ? 1 : 2;
            // A thousand million in all: two threads make half each.
            double nanos = at(group, "object", mode, threads, "fields") / threads;
            return Double.isNaN(nanos) ? "left out" : String.format(Locale.ROOT, "%.2f s", nanos);
        }
        int threads = row.contains("1 thread") ? 1 : PUBLISHED_THREADS.stream()
            .filter(count -> row.contains(count + " threads")).findFirst().orElseThrow();
        if (threads > cpus) {
            return "left out: " + threads + " CPUs wanted";
        }
        boolean array = row.startsWith("array");
        boolean padded = row.contains("padded") && !row.contains("not padded");
        String memory = array ? "array" : "object";
        String at = array ? "8" : padded ? "padded-by-hand" : "fields";
        double nanos = at(group, memory, mode, threads, at);
        if (Double.isNaN(nanos)) {
            return "left out";
        }
        return id.equals("increments-e5620") ? String.format(Locale.ROOT, "%.2f s of 10^9 each", nanos)
            : Table.percent(nanos / at(group, memory, mode, 1, at));
    }

    private static double at(Group group, String memory, String mode, int threads, String at) {
        for (Series series : group.series()) {
            if (series.has(Map.of("memory", memory, "mode", mode, "threads", threads)) && series.index(at) >= 0) {
                return series.median().get(series.index(at));
            }
        }
        return Double.NaN;
    }
}
