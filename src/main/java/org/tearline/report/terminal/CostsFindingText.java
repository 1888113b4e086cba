// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.merge.CostRows;
import org.tearline.merge.Merge;
import org.tearline.merge.Ranged;
import org.tearline.merge.Ranges;
import org.tearline.merge.Spread;
import org.tearline.merge.TrafficRows;
import org.tearline.published.Costs;
import org.tearline.published.ResultFile;
import org.tearline.report.text.PlaceKind;
import org.tearline.report.text.Screen;
import org.tearline.report.text.Words;
import org.tearline.report.text.Wrapped;

/**
 * Prints the finding of a file of costs on one screen of 80 columns: what an access across a line costs, the ways to
 * hand a value over, and what queues lost. Not thread-safe.
 */
public final class CostsFindingText {
    /** Five columns of the kinds of places. */
    private static final int PLACE_WIDTH = 16;
    /** The first column is as wide as four of these leave it, for the names of the ways. */
    private static final int WAY_WIDTH = 14;
    private static final int USUAL = 80;
    private static final int MOST = 100;

    private final PrintStream out;
    private final int columns;

    /** Prints to a stream, as wide as the screen allows. */
    public CostsFindingText(PrintStream out, Screen screen) {
        this.out = out;
        this.columns = Math.max(1, Math.min(MOST, screen.columns() == Screen.ENDLESS ? USUAL : screen.columns()));
    }

    /** Prints the sentence, the tables, and which option prints the rest. */
    public void print(ResultFile file, String path) {
        Costs costs = file.costs();
        Ranged ranged = Ranges.of(costs);
        List<CostRows.ByOffset> accesses = CostRows.byOffset(ranged, file.environment().geometry()).stream()
            .filter(CostRows.ByOffset::ofALongAtOnePlace).toList();
        say(Merge.alone(path, file).name() + ": " + sentence(accesses));
        table("8 bytes, ns", PLACE_WIDTH, Arrays.stream(PlaceKind.values()).map(PlaceKind::toString).toList(),
            accesses.stream().map(row -> row(row.operation(), Arrays.stream(PlaceKind.values())
                .map(place -> Words.nanos(median(row, place))).toList())).toList());
        table("a way to hand it over", WAY_WIDTH, List.of("here", "write, ns", "read, ns", "99 % of reads"),
            CostRows.remedies(ranged).stream().map(row -> row(row.judged().remedy(), List.of(
                row.judged().right().toString(), nanos(row.writer()), nanos(row.reader()),
                nanos(row.latencies().get(1))))).toList());
        List<TrafficRows.Queue> queues = TrafficRows.queues(costs);
        if (!queues.isEmpty()) {
            out.println();
            say("Queues: " + damage(queues) + ".");
        }
        out.println();
        say("Medians. --fields prints everything that was measured, with ranges.");
        out.flush();
    }

    /** Names the operations that cost more across a line, by how many times. */
    private static String sentence(List<CostRows.ByOffset> accesses) {
        String dearer = accesses.stream().flatMap(row -> {
            Double aligned = median(row, PlaceKind.ALIGNED);
            Double across = median(row, PlaceKind.ACROSS_LINE);
            return aligned == null || across == null ? Stream.empty()
                : Stream.of(row.operation() + " " + times(across / aligned));
        }).collect(Collectors.joining(", "));
        return dearer.isEmpty() ? "no access was measured both aligned and across a line."
            : "across a line an access takes longer than aligned by this factor: " + dearer + ".";
    }

    private static String times(double factor) {
        return factor < 10 ? String.format(Locale.ROOT, "%.1f", factor) : Words.nanos(factor);
    }

    /** Sums up the messages of all queues whose counters lie at the same kind of place. */
    private static String damage(List<TrafficRows.Queue> queues) {
        Map<String, List<TrafficRows.Queue>> places = queues.stream().collect(Collectors.groupingBy(
            TrafficRows.Queue::place, LinkedHashMap::new, Collectors.toList()));
        return places.entrySet().stream().map(place -> words(place.getKey()) + " "
            + Words.count(place.getValue().stream().mapToLong(TrafficRows.Queue::damaged).sum()) + " of "
            + Words.count(place.getValue().stream().mapToLong(queue -> queue.delivered().messages()
                .get(queue.index())).sum()) + " messages were damaged").collect(Collectors.joining("; "));
    }

    private static String words(String place) {
        return switch (place) {
            case "heap" -> "with counters on the heap";
            case "aligned" -> "off the heap, aligned";
            case "line" -> PlaceKind.ACROSS_LINE.toString();
            default -> PlaceKind.ACROSS_PAGE.toString();
        };
    }

    /** Returns the largest of the medians at this kind of place; null where none was measured. */
    private static Double median(CostRows.ByOffset row, PlaceKind place) {
        return row.nanos().entrySet().stream().filter(entry -> PlaceKind.of(entry.getKey()) == place)
            .map(entry -> Spread.medianOrNull(entry.getValue())).filter(Objects::nonNull).max(Double::compare)
            .orElse(null);
    }

    private static String nanos(Spread spread) {
        return Words.nanos(Spread.medianOrNull(spread));
    }

    private static List<String> row(String name, List<String> cells) {
        List<String> row = new ArrayList<>(List.of(name));
        row.addAll(cells);
        return row;
    }

    private void table(String title, int width, List<String> heads, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.println();
        printRow(row(title, heads), width);
        rows.forEach(row -> printRow(row, width));
    }

    private void printRow(List<String> cells, int width) {
        int first = USUAL - width * (cells.size() - 1);
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-" + first + "s", cells.get(0)));
        cells.subList(1, cells.size()).forEach(cell -> line.append(String.format(Locale.ROOT, "%" + width + "s",
            cell)));
        out.println(line.toString().stripTrailing());
    }

    private void say(String words) {
        Wrapped.words("", "", words, columns).forEach(out::println);
    }
}
