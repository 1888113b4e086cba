// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.merge.CostRows;
import org.tearline.merge.LineRow;
import org.tearline.merge.Ranged;
import org.tearline.merge.Ranges;
import org.tearline.merge.Spread;
import org.tearline.merge.TrafficRows;
import org.tearline.plan.Alignment;
import org.tearline.published.Costs;
import org.tearline.published.ResultFile;
import org.tearline.report.text.Words;

/**
 * Prints what a file of costs comes to: by offset, by neighbours, by remedy, queues and round trips. Not thread-safe.
 */
public final class CostsText {
    private static final int FIRST_WIDTH = 28;
    private static final int WIDTH = 14;

    private final PrintStream out;

    /** Prints to a stream. */
    public CostsText(PrintStream out) {
        this.out = out;
    }

    /** Prints all tables. */
    public void print(ResultFile file) {
        Costs costs = file.costs();
        Ranged ranged = Ranges.of(costs);
        List<CostRows.ByOffset> byOffset = CostRows.byOffset(ranged, file.environment().geometry());
        List<Alignment> places = CostRows.places(byOffset);
        table("An access by where it lies, ns (medians over the offsets)", places.stream().map(Words::place)
            .toList(), byOffset.stream().map(row -> row(row.operation() + " of " + row.widthBytes() + ", " + row.set(),
            places.stream().map(place -> Spread.orDash(row.nanos().get(place))).toList())).toList());
        for (int threads : CostRows.threads(costs)) {
            table("Neighbours, " + threads + " threads, ns of an increment (of one thread's)", CostRows.MODES,
                CostRows.sharing(ranged, threads).stream().map(row -> row(row.memory() + " " + row.point(),
                    IntStream.range(0, CostRows.MODES.size()).mapToObj(i -> Spread.orDash(row.nanos().get(i))
                        + times(row.nanos().get(i), row.alone().get(i))).toList())).toList());
        }
        table("Ways to hand a value over, ns", List.of("here", "writer", "reader", "reader 99 %", "torn of changes",
            "tester"), CostRows.remedies(ranged).stream().map(row -> row(row.judged().remedy(), List.of(
            row.judged().right().toString(), Spread.orDash(row.writer()), Spread.orDash(row.reader()),
            Spread.orDash(row.latencies().get(1)), row.judged().own().torn() + " of " + row.judged().own().changes(),
            row.judged().tester() == null ? "-" : row.judged().tester().verdict()))).toList());
        table("What locks of another CPU delay, ns of one step of the work", Stream.of(Costs.Neighbour.values())
            .map(neighbour -> neighbour.toString().replace('-', ' ')).toList(), CostRows.bystanders(ranged).stream()
            .map(row -> row(row.set(), row.nanos().stream().map(Spread::orDash).toList())).toList());
        table("One counter for all threads, ns (lost)", CostRows.counterThreads(costs).stream()
            .map(threads -> threads + (threads == 1 ? " thread" : " threads")).toList(), CostRows.counters(ranged)
            .stream().map(row -> row(row.counter(), IntStream.range(0, row.nanos().size()).mapToObj(i ->
                Spread.orDash(row.nanos().get(i)) + (row.lost().get(i) == null || row.lost().get(i) == 0 ? ""
                    : " (" + Words.share(row.lost().get(i)) + ")")).toList())).toList());
        table("Queues, millions of messages a second", List.of("processes", "slowest run", "median", "messages",
            "damaged", "first damage", "torn reads"), TrafficRows.queues(costs).stream().map(row ->
            row(row.place() + " " + row.name(), List.of(String.valueOf(row.processes()), Words.nanos(row.slowest()),
                Words.nanos(row.median()), Words.count(row.delivered().messages().get(row.index())),
                Words.count(row.damaged()), Words.count(row.delivered().firstDamage().get(row.index())),
                Words.count(row.delivered().torn().get(row.index()))))).toList());
        for (int processes : List.of(1, 2)) {
            table("Round trips between two " + (processes == 1 ? "threads" : "processes") + ", ns", List.of("least",
                "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "largest", "stalls"), TrafficRows.trips(ranged, processes)
                .stream().map(row -> row(row.way(), Stream.concat(row.nanos().stream().map(Words::nanos),
                    Stream.of(row.stalls() == null ? "-" : Words.count(row.stalls()))).toList())).toList());
        }
        table("Round trips by message size", List.of("processes", "trips", "torn", "50 %, ns"),
            TrafficRows.sizes(costs).stream().map(row -> row(row.way() + " " + row.messageBytes(), List.of(
                String.valueOf(row.processes()), Words.count(row.trips()), Words.count(row.torn()),
                Words.nanos(row.median())))).toList());
        if (costs.line() != null) {
            table("The line", List.of("found", "how sure", "tried"), LineRow.of(costs.line(),
                file.environment().lineBytes()).stream().map(row -> row(row.title(), List.of(row.found(),
                row.sureness(), row.verdicts()))).toList());
        }
        CostRows.agreement(costs).ifPresent(agreement -> out.println("\nA loop in C takes as long within 20 % at "
            + agreement.within() + " of " + agreement.cells() + " offsets of loads and stores."));
        out.flush();
    }

    private static String times(Spread spread, Spread alone) {
        Double ratio = Spread.ratio(spread, alone);
        return ratio == null ? "" : String.format(Locale.ROOT, " (x%.1f)", ratio);
    }

    private static List<String> row(String name, List<String> cells) {
        List<String> row = new ArrayList<>(List.of(name));
        row.addAll(cells);
        return row;
    }

    private void table(String title, List<String> heads, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(title);
        List<List<String>> all = new ArrayList<>(List.of(row("", heads)));
        all.addAll(rows);
        int[] widths = IntStream.rangeClosed(0, heads.size()).map(column -> all.stream().mapToInt(row ->
            row.get(column).length()).max().orElse(0)).toArray();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-" + FIRST_WIDTH + "s", row.get(0)));
            for (int column = 1; column < row.size(); column++) {
                line.append(String.format(Locale.ROOT, " %" + Math.max(WIDTH, widths[column]) + "s", row.get(column)));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
