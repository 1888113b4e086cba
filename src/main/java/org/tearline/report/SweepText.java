// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.tearline.engine.SweepEstimate;
import org.tearline.plan.Crossing;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.Strength;
import org.tearline.report.merged.Merge;
import org.tearline.report.merged.MergedCell;
import org.tearline.report.merged.Seen;
import org.tearline.report.merged.Summary;
import org.tearline.report.text.Screen;
import org.tearline.report.text.Words;
import org.tearline.result.Verdict;

/** A sweep's result for a terminal: one line per write and read, a sentence, and the strips. One thread. */
public final class SweepText {
    private static final List<String> COLUMNS = List.of("aligned", "inside line", "over line", "over page");
    private static final String GAP = "  ";

    private final PrintStream out;
    private final Screen screen;

    /** Prints to a stream, as wide and colourful as the screen allows. */
    public SweepText(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** The compact table: one line per write and read, for each pair of CPUs. */
    public void printTable(ResultFile file) {
        Map<String, List<List<String>>> placements = new LinkedHashMap<>();
        Set<Strength> doubts = new TreeSet<>();
        for (Series series : file.series()) {
            List<Summary> summaries = columns(series, file);
            summaries.stream().filter(summary -> summary.seen() == Seen.NONE_WEAK).map(Summary::weakest)
                .filter(strength -> !strength.strong()).forEach(doubts::add);
            List<String> row = new ArrayList<>(List.of(series.trial(0).title()));
            summaries.forEach(summary -> row.add(summary.shortWords()));
            placements.computeIfAbsent(series.placement() + ", " + series.tier(), name -> new ArrayList<>()).add(row);
        }
        placements.forEach((placement, lines) -> {
            List<String> head = new ArrayList<>(List.of("on " + placement));
            head.addAll(COLUMNS);
            lines.add(0, head);
        });
        int[] widths = new int[COLUMNS.size() + 1];
        placements.values().forEach(lines -> lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }));
        placements.values().forEach(lines -> {
            lines.forEach(line -> out.println(padded(line, widths)));
            out.println();
        });
        say("torn 4.0e-3: 4 of 1,000 changes were torn; none in 1.0e7: no tear in 10,000,000 changes;");
        say("(3 of 49): at this many of the offsets there");
        doubts.forEach(doubt -> say("weak, " + doubt.reason().replace('-', ' ') + ": " + doubt.sentence()));
        sentence(file).lines().forEach(this::say);
    }

    private void say(String line) {
        screen.wrapped("", line).forEach(out::println);
    }

    /** How long a sweep will take, in a sentence. */
    public static String sentence(SweepEstimate estimate) {
        return Words.count(estimate.trials()) + " trials, about " + time(estimate.seconds()) + "; "
            + Words.count(estimate.splitLocked()) + " of them lock across a line, which delays other cores' cache"
            + " misses for about " + time(estimate.splitLockSeconds());
    }

    private static String time(double exact) {
        long seconds = Math.round(exact);
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        return minutes > 1 ? minutes + " min" : seconds + " s";
    }

    private static String padded(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length())).append(GAP);
        }
        return text.toString().stripTrailing();
    }

    /** The strip of each write and read: one character an offset. */
    public void printStrips(ResultFile file) {
        out.println();
        new HeatStrip(out, screen).print(file);
    }

    private static List<Summary> columns(Series series, ResultFile file) {
        Map<String, List<MergedCell>> columns = new LinkedHashMap<>();
        COLUMNS.forEach(column -> columns.put(column, new ArrayList<>()));
        for (MergedCell cell : Merge.cells(file, series)) {
            columns.get(switch (cell.placement()) {
                case ALIGNED -> COLUMNS.get(0);
                case WITHIN_8, WITHIN_16, WITHIN_32, WITHIN_64, WITHIN_LINE -> COLUMNS.get(1);
                case CROSSES_LINE -> COLUMNS.get(2);
                case CROSSES_PAGE -> COLUMNS.get(3);
            }).add(cell);
        }
        return columns.values().stream().map(Summary::of).toList();
    }

    private static String sentence(ResultFile file) {
        String cpu = file.environment().cpu().brand() == null ? file.environment().cpu().key()
            : file.environment().cpu().brand();
        // Of vectors more is said in the table: some are cut where they are aligned.
        boolean vectors = file.series().stream().allMatch(series -> series.width().isVector());
        List<Series.Cell> tried = file.series().stream().filter(series -> vectors || !series.width().isVector())
            .flatMap(series -> series.cells(file.profile(), file.environment()).stream()).toList();
        long inside = tried.stream().filter(cell -> !cell.piecewise() && cell.crossing() == Crossing.NONE
            && cell.state() == Verdict.TORN).count();
        long across = tried.stream().filter(cell -> cell.crossing() != Crossing.NONE && cell.state() == Verdict.TORN)
            .count();
        if (tried.stream().noneMatch(cell -> cell.state() == Verdict.NONE || cell.state() == Verdict.TORN)) {
            return "On this " + cpu + " nothing could be tested; tester show tells why.";
        }
        String value = vectors ? "vector" : "misaligned long";
        if (across == 0 && inside == 0) {
            return "On this " + cpu + " no " + value + " was seen torn.";
        }
        return "On this " + cpu + " a " + value + " can be seen half-written\n"
            + (across > 0 ? "where it crosses a cache line" : "") + (across > 0 && inside > 0 ? ", and " : "")
            + (inside > 0 ? "even inside one" : "") + "; the table says for which writes and reads.";
    }
}
