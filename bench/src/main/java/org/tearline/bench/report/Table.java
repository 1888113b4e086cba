// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tearline.bench.result.Series;

/** Rows of text in columns: the first to the left, the others to the right. Not thread-safe. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    void row(String... cells) {
        row(List.of(cells));
    }

    /** Two digits of a time in nanoseconds: the third one differs from run to run. */
    static String nanos(double value) {
        BigDecimal rounded = rounded(value);
        int beforeThePoint = rounded.precision() - rounded.scale();
        return String.format(Locale.ROOT, "%,." + Math.max(0, 2 - beforeThePoint) + "f", rounded);
    }

    /** Returns a median with the range of its forks, or its interval in one. */
    static String range(Series series, int index) {
        String median = nanos(series.median().get(index));
        String low = nanos(series.low().get(index));
        String high = nanos(series.high().get(index));
        return low.equals(high) ? median : median + " (" + low + ".." + high + ")";
    }

    /** Two digits. */
    static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(2));
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    @Override
    public String toString() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] width = new int[columns];
        // A format may not be of no width.
        Arrays.fill(width, 1);
        rows.forEach(row -> {
            for (int i = 0; i < row.size(); i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        });
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(String.format(i == 0 ? "%-" + width[i] + "s" : "  %" + width[i] + "s", row.get(i)));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
