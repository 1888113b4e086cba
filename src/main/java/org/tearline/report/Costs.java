// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.page.Resource;
import org.tearline.words.Words;

/** Reads times from the tables of docs/costs.md, which bench/costs.py generates. Thread-safe. */
final class Costs {
    private static final double NANOS_PER_MICRO = 1000;

    private Costs() {
    }

    /** Returns the range over all CPUs in a row, such as "1 to 61 us". */
    static String range(String row) {
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        nanos(row).values().forEach(all::combine);
        return range(all);
    }

    /** Returns the range in a row for each CPU. A CPU may have a column for each JDK. */
    static Map<String, String> byCpu(String row) {
        Map<String, String> ranges = new LinkedHashMap<>();
        nanos(row).forEach((cpu, nanos) -> ranges.put(cpu, range(nanos)));
        return ranges;
    }

    private static Map<String, DoubleSummaryStatistics> nanos(String row) {
        List<String> heads = List.of();
        for (String line : Resource.text("/page/docs/costs.md").lines().filter(text -> text.startsWith("|")).toList()) {
            // Element 0 is the text before the first bar, element 1 the first cell. That of a header is empty.
            List<String> cells = List.of(line.split(" *\\| *"));
            if (cells.size() > 2 && cells.get(1).isEmpty()) {
                heads = cells;
            } else if (cells.size() > 2 && cells.get(1).equals(row)) {
                return nanos(heads, cells);
            }
        }
        throw new IllegalArgumentException("docs/costs.md has no row " + row);
    }

    /** @param heads CPU and JDK of each column, such as "Zen 4, JDK 25" */
    private static Map<String, DoubleSummaryStatistics> nanos(List<String> heads, List<String> cells) {
        Map<String, DoubleSummaryStatistics> nanos = new LinkedHashMap<>();
        for (int i = 2; i < cells.size(); i++) {
            String cpu = heads.get(i).replaceFirst(",.*", "");
            // Drops thousands separators and remarks. Nothing remains of a dash.
            String number = cells.get(i).replaceAll("[^0-9.]", "");
            // Another tool measured converted times, which are not comparable with the others.
            if (!number.isEmpty() && !heads.get(i).endsWith(", converted")) {
                nanos.computeIfAbsent(cpu, absent -> new DoubleSummaryStatistics()).accept(Double.parseDouble(number));
            }
        }
        return nanos;
    }

    /** Formats a range in one unit, such as "1 to 61 us". */
    private static String range(DoubleSummaryStatistics nanos) {
        double unit = 1;
        String name = " ns";
        if (nanos.getMax() >= NANOS_PER_MICRO) {
            unit = NANOS_PER_MICRO;
            name = " us";
        }
        String lowest = Words.twoDigits(nanos.getMin() / unit);
        String highest = Words.twoDigits(nanos.getMax() / unit);
        if (lowest.equals(highest)) {
            return lowest + name;
        }
        return lowest + " to " + highest + name;
    }
}
