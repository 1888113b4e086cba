// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import java.util.Locale;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Series;

/** A run in words and tables, for a terminal. Stateless; deterministic: the same file gives the same text. */
public final class Report {
    private Report() {
    }

    /** Returns all of it, ending with a newline. */
    public static String text(Costs costs) {
        StringBuilder out = new StringBuilder();
        out.append(String.format(Locale.ROOT, "What a line costs: %s run, %s %s, %d CPUs, threads %s\n",
            costs.profile(), costs.jvm().name(), costs.jvm().version(), costs.conditions().cpus(),
            costs.conditions().pinned() ? "pinned" : "not pinned"));
        for (Group group : costs.groups()) {
            out.append("\n== ").append(group.title()).append("\n\n").append(body(group, costs));
            for (Group.Missing missing : group.leftOut()) {
                out.append("left out: ").append(missing.what()).append(": ").append(missing.why()).append('\n');
            }
        }
        return out.toString();
    }

    private static String body(Group group, Costs costs) {
        return switch (group.id()) {
            case "offset-cost" -> OffsetReport.text(group, costs);
            case "native" -> agreement(costs.agreement());
            case "remedies" -> RemedyReport.text(group, costs);
            case "false-sharing" -> SharingReport.text(group, costs);
            case "bystander" -> BystanderReport.text(group);
            case "counters" -> CounterReport.text(group);
            case "jython-counters" -> CounterReport.jython(group);
            case "queues" -> QueueReport.text(group);
            case "ping" -> PingReport.text(group);
            default -> plain(group);
        };
    }

    private static String agreement(Costs.Agreement agreement) {
        return agreement.reason() != null ? "nothing to compare: " + agreement.reason() + "\n"
            : String.format(Locale.ROOT, "%d of %d cells of Java's grid are within 20 %% of the native loop's; Java"
                + " takes %.2f times as long in the median\n", agreement.within20Percent(), agreement.cells(),
                agreement.medianRatio());
    }

    private static String plain(Group group) {
        Table table = new Table("", "ns", "low", "high", "samples");
        for (Series series : group.series()) {
            for (int i = 0; i < series.at().size(); i++) {
                table.row(series.parameters().isEmpty() ? series.at().get(i).toString()
                        : series.parameters().values() + " " + series.at().get(i),
                    Table.nanos(series.median().get(i)), Table.nanos(series.low().get(i)),
                    Table.nanos(series.high().get(i)), Table.count(series.samples().get(i)));
            }
        }
        return table.toString();
    }
}
