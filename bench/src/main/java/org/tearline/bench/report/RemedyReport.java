// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.List;
import java.util.Map;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;
import org.tearline.bench.result.Verdict;

/** Remedies with what they cost both sides, and whether they are right here. Stateless. */
final class RemedyReport {
    private RemedyReport() {
    }

    static String text(Group group, Costs costs) {
        Table table = new Table("remedy (ns for one write, one read)", "writer", "reader", "writer 50 %", "99 %",
            "99.9 %", "reader 50 %", "99 %", "99.9 %", "torn of changes", "tester", "here");
        for (Costs.Judged judged : costs.remedies()) {
            String remedy = judged.remedy();
            table.row(remedy, at(group, "writer", "time", remedy), at(group, "reader", "time", remedy),
                at(group, "writer", "latency-50", remedy), at(group, "writer", "latency-99", remedy),
                at(group, "writer", "latency-999", remedy), at(group, "reader", "latency-50", remedy),
                at(group, "reader", "latency-99", remedy), at(group, "reader", "latency-999", remedy),
                Table.count(judged.own().torn()) + " of " + Table.count(judged.own().changes()), tester(judged),
                judged.right());
        }
        return "answers no published table. In brackets the range of the forks. A latency has the clock's own cost in"
            + " it, see\nabove.\n\n" + table;
    }

    private static String at(Group group, String side, String metric, String remedy) {
        for (Series series : group.series()) {
            if (series.metric().equals(metric) && series.has(Map.of("side", side)) && series.index(remedy) >= 0) {
                return metric.equals("time") ? Table.range(series, series.index(remedy))
                    : Table.nanos(series.median().get(series.index(remedy)));
            }
        }
        return "-";
    }

    private static String tester(Costs.Judged judged) {
        Verdict verdict = judged.tester();
        return verdict == null ? "-" : String.join("/", List.of(verdict.write(), verdict.read())) + " "
            + verdict.verdict() + (verdict.strength() == null ? "" : ", " + verdict.strength());
    }
}
