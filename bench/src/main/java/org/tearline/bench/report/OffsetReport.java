// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** The cost by offset: grids of one place, the published ones beside, and the working sets as a table. Stateless. */
final class OffsetReport {
    private static final int PAGE_BYTES = 4096;
    /** Of the published grid. */
    private static final int PUBLISHED_OFFSETS = 64;

    private OffsetReport() {
    }

    static String text(Group group, Costs costs) {
        StringBuilder out = new StringBuilder();
        Published published = Published.table(group.answers().get(0));
        out.append("answers: ").append(published.title()).append("\n  ").append(published.source()).append("\n\n");
        double cycle = cycle(costs);
        int line = costs.conditions().lineBytes();
        for (Series series : group.series()) {
            if (series.has(Map.of("set", "place"))) {
                out.append(place(series, published, cycle, line)).append('\n');
            }
        }
        out.append(sets(group, line)).append('\n').append(locks(group));
        return out.toString();
    }

    /** Nanoseconds of a cycle; NaN where they were not measured. */
    static double cycle(Costs costs) {
        return costs.groups().stream().filter(group -> group.id().equals("clock"))
            .flatMap(group -> group.series().stream()).filter(series -> series.index("cycle") >= 0)
            .mapToDouble(series -> series.median().get(series.index("cycle"))).findFirst().orElse(Double.NaN);
    }

    private static String place(Series series, Published published, double cycle, int line) {
        String operation = series.parameters().get("operation").toString();
        String width = series.parameters().get("widthBytes").toString();
        List<Double> theirs = published.grids().get(operation + width);
        StringBuilder out = new StringBuilder(Grid.text(line, List.of(operation + " of " + width
            + " bytes, one place, ns"), List.of(offset -> at(series, offset)), -1));
        if (theirs != null && !Double.isNaN(cycle)) {
            out.append(Grid.text(PUBLISHED_OFFSETS, List.of("  ours, cycles", "  published, Zen 3, cycles"),
                List.of(offset -> at(series, offset) / cycle, theirs::get), 1));
        }
        StringBuilder page = new StringBuilder();
        for (int offset = PAGE_BYTES - 8; offset < PAGE_BYTES; offset++) {
            double value = at(series, offset);
            page.append(' ').append(Double.isNaN(value) ? "-" : Table.nanos(value));
        }
        return out.append("page, ").append(PAGE_BYTES - 8).append("..").append(PAGE_BYTES - 1).append(":").append(page)
            .append('\n').toString();
    }

    private static String sets(Group group, int line) {
        Table table = new Table("operation, bytes, set (ns, medians over offsets)", "inside", "across line", "times",
            "page end", "across page", "times");
        for (Series series : group.series()) {
            int width = ((Number) series.parameters().get("widthBytes")).intValue();
            double inside = median(series, 0, line - width);
            double across = median(series, line - width + 1, line - 1);
            double pageEnd = median(series, PAGE_BYTES - 8, PAGE_BYTES - width);
            double acrossPage = median(series, PAGE_BYTES - width + 1, PAGE_BYTES - 1);
            String set = series.parameters().get("set").toString();
            table.row(series.parameters().get("operation") + " " + width + " " + set, cell(inside), cell(across),
                times(across, inside), cell(pageEnd), cell(acrossPage), times(acrossPage, pageEnd));
        }
        return table.toString();
    }

    private static String locks(Group group) {
        double nanos = 0;
        for (Series series : group.series()) {
            List<Long> locked = series.counts().get("lockedAcross");
            for (int i = 0; locked != null && i < locked.size(); i++) {
                nanos += locked.get(i) * series.median().get(i);
            }
        }
        return String.format(Locale.ROOT, "locked across a line or page for %.1f s in all\n", nanos / 1e9);
    }

    private static double at(Series series, int offset) {
        int index = series.index(offset);
        return index < 0 ? Double.NaN : series.median().get(index);
    }

    private static double median(Series series, int first, int last) {
        List<Double> values = new ArrayList<>();
        for (int offset = first; offset <= last; offset++) {
            double value = at(series, offset);
            if (!Double.isNaN(value)) {
                values.add(value);
            }
        }
        values.sort(null);
        return values.isEmpty() ? Double.NaN : values.get(values.size() / 2);
    }

    private static String cell(double nanos) {
        return Double.isNaN(nanos) ? "-" : Table.nanos(nanos);
    }

    private static String times(double dear, double cheap) {
        return Double.isNaN(dear / cheap) ? "-" : String.format(Locale.ROOT, "%.1f", dear / cheap);
    }
}
