// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.tearline.bench.jmh.BystanderCost;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** Work of one CPU beside an idle neighbour, and beside one that locks. Stateless. */
final class BystanderReport {
    private static final List<String> CONDITIONS = List.of(BystanderCost.IDLE, BystanderCost.ALIGNED,
        BystanderCost.SPLIT);

    private BystanderReport() {
    }

    static String text(Group group) {
        Table table = new Table("one step of the work, ns (range of the forks)", "neighbour idle", "it locks aligned",
            "it locks across a line", "such locks");
        for (Series series : group.series()) {
            List<String> row = new ArrayList<>(List.of(series.parameters().get("set").toString()));
            for (String condition : CONDITIONS) {
                int at = series.index(condition);
                row.add(at < 0 ? "-" : Table.range(series, at));
            }
            int split = series.index(BystanderCost.SPLIT);
            row.add(split < 0 ? "-" : Table.count(series.counts().get("lockedAcross").get(split)));
            table.row(row);
        }
        return "answers no published table. The two share no memory; each step waits for the one before.\n\n" + table;
    }
}
