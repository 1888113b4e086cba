// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Costs by offset that others published, of the accesses that are shown. Read once. Thread-safe. */
final class ReportedGrids {
    /** The benchmarks' own copy: they print the same beside theirs. */
    private static final String FILE = "/org/tearline/bench/report/published.json";
    /** Holds what the names of grids end with. */
    private static final String BYTES = "8";
    private static final List<String> OPERATIONS = List.of("load", "store");
    private static final String ZEN3 = "uarch-bench-zen3";
    /** Loads and stores of 8 bytes, in cycles. */
    static final CostsView.Reported ALL = read();

    private ReportedGrids() {
    }

    /** One publication; what else it has is of no use here. */
    private record Table(String id, String title, String source, Map<String, String> rows,
                         Map<String, List<Double>> grids) {
    }

    private static CostsView.Reported read() {
        try (InputStream in = ReportedGrids.class.getResourceAsStream(FILE)) {
            Table table = Stream.of(JsonMapper.shared().readValue(in, Table[].class))
                .filter(one -> one.id.equals(ZEN3)).findFirst().orElseThrow();
            return new CostsView.Reported(table.source, OPERATIONS.stream().map(operation -> {
                List<Double> cells = table.grids.get(operation + BYTES);
                return CostsViews.grid(operation, cells.size(), List.of(), cells::get, cycles ->
                    String.format(Locale.ROOT, "%.1f", cycles));
            }).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE, e);
        }
    }
}
