// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.merge.CostRows;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.Merge;
import org.tearline.merge.Spread;
import org.tearline.merge.TrafficRows;
import org.tearline.plan.Alignment;
import org.tearline.plan.OffsetList;
import org.tearline.published.Delivered;
import org.tearline.report.text.Words;

/** The README's tables of costs, neighbours, queues and round trips. Stateless. Thread-safe. */
final class ReadmeCosts {
    private static final String LOCKED = "getandadd";
    /** In one line, in two, and in two pairs of lines. */
    private static final List<String> DISTANCES = List.of("8", "64", "128");

    private ReadmeCosts() {
    }

    static String text(Merge merge, String results) {
        StringBuilder text = new StringBuilder();
        for (CpuCosts cpu : merge.costs()) {
            CostsView view = CostsViews.of(cpu, true);
            text.append(text.isEmpty() ? "" : "\n").append("**").append(Markdown.escaped(view.brand() + " ("
                + view.design() + ")")).append("**, result ").append(ReadmeTables.files(List.of(cpu.run()), results))
                .append(cpu.runs().size() == 1 ? "" : ", ranges also of "
                    + ReadmeTables.files(cpu.runs().subList(1, cpu.runs().size()), results)).append(". ")
                .append(Markdown.escaped(view.facts())).append(".\n\n");
            append(text, accesses(CostRows.byOffset(cpu.ranged(), cpu.model().geometry())));
            CostRows.threads(cpu.costs()).forEach(threads -> append(text, neighbours(CostsViews.sharing(cpu.ranged(),
                threads, row -> row.apart(DISTANCES)))));
            append(text, queues(TrafficRows.queues(cpu.costs())));
            append(text, trips(TrafficRows.sizes(cpu.costs())));
        }
        return text.isEmpty() ? "No result that counts has costs yet.\n" : text.toString().stripTrailing() + "\n";
    }

    private static void append(StringBuilder text, List<List<String>> table) {
        if (table.size() > 1) {
            text.append(ReadmeTables.head(table.get(0)));
            table.subList(1, table.size()).forEach(row -> text.append(ReadmeTables.row(row)));
            text.append('\n');
        }
    }

    /** Accesses of 8 bytes at one place, aligned and across a line. */
    private static List<List<String>> accesses(List<CostRows.ByOffset> measured) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ns of an access of 8 bytes", "aligned", "across a line"));
        if (CostRows.places(measured).containsAll(List.of(Alignment.ALIGNED, Alignment.ACROSS_LINE))) {
            measured.stream().filter(CostRows.ByOffset::ofALongAtOnePlace).forEach(row -> rows.add(List.of(
                "`" + row.operation() + "`", Spread.orDash(row.nanos().get(Alignment.ALIGNED)),
                Spread.orDash(row.nanos().get(Alignment.ACROSS_LINE)))));
        }
        return rows;
    }

    /** Counters that threads increment next to each other, by where they lie. */
    private static List<List<String>> neighbours(CostsView.Table table) {
        List<List<String>> rows = new ArrayList<>();
        int locked = table.heads().indexOf(LOCKED);
        if (locked >= 0) {
            rows.add(List.of("two counters by `getAndAdd`: " + table.title(), "ns"));
            table.rows().forEach(row -> rows.add(List.of(row.get(0), row.get(locked))));
        }
        return rows;
    }

    /** Messages and their damage, by where the counters of a queue lie. */
    private static List<List<String>> queues(List<TrafficRows.Queue> queues) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        for (TrafficRows.Queue queue : queues) {
            Delivered delivered = queue.delivered();
            long[] sum = sums.computeIfAbsent(place(queue) + (queue.processes() == 1 ? ", 2 threads"
                : ", 2 processes"), key -> new long[5]);
            List<List<Long>> counts = List.of(delivered.messages(), delivered.lost(), delivered.repeated(),
                delivered.reordered(), delivered.garbled());
            for (int i = 0; i < sum.length; i++) {
                sum[i] += counts.get(i).get(queue.index());
            }
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("queues with their counters", "messages", "lost", "repeated", "reordered", "garbled"));
        sums.forEach((place, sum) -> {
            List<String> row = new ArrayList<>(List.of(place));
            for (long count : sum) {
                row.add(Words.count(count));
            }
            rows.add(row);
        });
        return rows;
    }

    private static String place(TrafficRows.Queue queue) {
        return switch (queue.place()) {
            case "heap" -> "on the heap";
            case "aligned" -> "off the heap, aligned";
            case "line" -> "off the heap, across a line";
            default -> "off the heap, across a page";
        };
    }

    /** Round trips by the size of a message, which decides where the answer's counter lies: torn ones, and others. */
    private static List<List<String>> trips(List<TrafficRows.Sized> sizes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("round trips", "bytes of a message", "trips", "torn"));
        Map<List<Object>, List<TrafficRows.Sized>> alike = sizes.stream().collect(Collectors.groupingBy(size ->
            List.of(size.way().replace('-', ' '), size.torn() > 0), LinkedHashMap::new, Collectors.toList()));
        alike.forEach((key, some) -> {
            long torn = some.stream().mapToLong(TrafficRows.Sized::torn).sum();
            rows.add(List.of(key.get(0).toString(), OffsetList.ranges(some.stream().map(TrafficRows.Sized::messageBytes)
                .sorted().toList()), Words.count(some.stream().mapToLong(TrafficRows.Sized::trips).sum()),
                torn == 0 ? "none" : Words.count(torn)));
        });
        return rows;
    }
}
