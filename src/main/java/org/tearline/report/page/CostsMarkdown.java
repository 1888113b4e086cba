// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.merge.CostRows;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.Merge;

/**
 * Holds what accesses cost, as Markdown: by offset, ways to hand a value over, queues, round trips. Pure. Thread-safe.
 */
final class CostsMarkdown {
    private static final List<String> REMEDIES = List.of("handing a long over", "here", "writer, ns", "reader, ns",
        "reader 50 %", "99 %", "99.9 %", "torn of changes", "tester");

    private CostsMarkdown() {
    }

    static String text(Merge merge) {
        StringBuilder text = new StringBuilder();
        for (CpuCosts cpu : merge.costs()) {
            CostsView view = CostsViews.of(cpu, false);
            text.append(text.isEmpty() ? "\n## What it costs\n" : "").append("\n### ")
                .append(Markdown.escaped(view.brand() + " (" + view.design() + ")")).append("\n\n")
                .append(Markdown.escaped(view.facts())).append(".\n\n");
            // Everything else is on the page: one place is what the offset alone costs.
            CostsView.Table onePlace = CostsViews.byOffset(cpu, CostRows.ByOffset::ofALongAtOnePlace);
            append(text, onePlace.heads(), onePlace.rows());
            append(text, REMEDIES, view.remedies().stream().map(CostsMarkdown::row).toList());
            append(text, view.bystanders().heads(), view.bystanders().rows());
            append(text, view.queues().heads(), view.queues().rows());
            view.trips().forEach(table -> append(text, table.heads(), table.rows()));
        }
        return text.toString();
    }

    private static List<String> row(CostsView.Remedy remedy) {
        return Stream.concat(Stream.of(remedy.name(), remedy.glyph() + " "
            + remedy.words()), remedy.cells().stream()).toList();
    }

    private static void append(StringBuilder text, List<String> heads, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        text.append("| ").append(String.join(" | ", heads)).append(" |\n|")
            .append(heads.stream().map(head -> "---|").collect(Collectors.joining())).append('\n');
        rows.forEach(row -> text.append("| ").append(row.stream().map(Markdown::escaped)
            .collect(Collectors.joining(" | "))).append(" |\n"));
        text.append('\n');
    }
}
