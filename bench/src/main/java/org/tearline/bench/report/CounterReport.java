// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.Locale;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** Counters that all threads share, in Java and in Jython: what they cost and what they lose. Stateless. */
final class CounterReport {
    /** The published round: five tasks of 10,000. */
    private static final int ADDITIONS_A_ROUND = 50_000;
    private static final int ROUNDS = 40;

    private CounterReport() {
    }

    static String text(Group group) {
        return "answers no published table\n\n" + table(group, "counter", new Table("counter", "threads",
            "ns for one of a thread", "low", "high", "lost", "of"), false);
    }

    static String jython(Group group) {
        Published published = Published.table(group.answers().get(0));
        return "answers: " + published.title() + "\n  " + published.source() + "\n\n"
            + table(group, "adder", new Table("adder", "threads", "ns for one of all", "low", "high", "lost", "of",
                "40 rounds"), true);
    }

    private static String table(Group group, String name, Table table, boolean rounds) {
        for (Series series : group.series()) {
            for (int i = 0; i < series.at().size(); i++) {
                double nanos = series.median().get(i);
                String total = String.format(Locale.ROOT, "%.2f s", nanos * ADDITIONS_A_ROUND * ROUNDS / 1e9);
                table.row(series.parameters().get(name).toString(), series.at().get(i).toString(), Table.nanos(nanos),
                    Table.nanos(series.low().get(i)), Table.nanos(series.high().get(i)),
                    Table.count(series.counts().get("lost").get(i)),
                    Table.count(series.counts().get("increments").get(i)), rounds ? total : "");
            }
        }
        return table.toString();
    }
}
