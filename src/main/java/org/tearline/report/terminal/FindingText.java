// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Pair;
import org.tearline.merge.Seen;
import org.tearline.plan.OffsetList;
import org.tearline.plan.Processes;
import org.tearline.plan.Width;
import org.tearline.promise.PairClass;
import org.tearline.published.SeriesTier;
import org.tearline.report.page.Answer;
import org.tearline.report.text.PlaceKind;
import org.tearline.report.text.Screen;
import org.tearline.report.text.Words;
import org.tearline.report.text.Wrapped;
import org.tearline.result.Counts;

/**
 * Prints what was found of one CPU on one screen of 80 columns: the sentence of the page, and a table of the classes of
 * pairs by place. Not thread-safe.
 */
public final class FindingText {
    /** Five columns of 16 characters, the last of each one blank. */
    private static final int COLUMN = 16;
    /** The usual terminal, and what a pipe gets. */
    private static final int USUAL = 80;
    private static final int MOST = 100;
    private static final String INDENT = "  ";
    /** A number stays with its unit and with the word before it. */
    private static final String BREAK = "(?<= )(?<!\\b(?:in|to|at) )(?![%mb])";

    private final PrintStream out;
    private final Screen screen;

    /** Prints to a stream, as wide as the screen allows. */
    public FindingText(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** Accesses that a table holds: what differs between them is the place and which side locks. */
    private record Group(Width width, Processes processes, SeriesTier tier, boolean pieces) {
        static Group of(Pair pair) {
            return new Group(pair.width(), pair.processes(), pair.tier(), pair.pieces());
        }

        String words() {
            return width.described() + ", " + tier + (processes == Processes.ONE ? "" : ", two processes")
                + (pieces ? ", in pieces" : "");
        }
    }

    /** Prints the sentence and the table; each further width, tier and number of processes has a line. */
    public void print(MergedCpu cpu) {
        print(cpu, "untested");
    }

    /**
     * Prints the same.
     *
     * @param blank what a place without a cell is called
     */
    void print(MergedCpu cpu, String blank) {
        say("", cpu.name() + ": " + Answer.of(cpu).sentence() + ".");
        out.println();
        Map<Group, List<MergedPair>> groups = new LinkedHashMap<>();
        // A guard is several accesses, so its row would say nothing of one.
        cpu.pairs().stream().filter(pair -> !pair.pair().read().guarded()).forEach(pair ->
            groups.computeIfAbsent(Group.of(pair.pair()), group -> new ArrayList<>()).add(pair));
        boolean first = true;
        for (Map.Entry<Group, List<MergedPair>> group : groups.entrySet()) {
            if (first) {
                printTable(cpu, group.getKey(), group.getValue(), blank);
            } else {
                say(INDENT, group.getKey().words() + ": " + inShort(group.getValue()));
            }
            first = false;
        }
        out.flush();
    }

    private void printTable(MergedCpu cpu, Group group, List<MergedPair> pairs, String blank) {
        say("", group.words() + "; write, read:");
        List<String> head = new ArrayList<>(List.of(""));
        Arrays.stream(PlaceKind.values()).forEach(place -> head.add(place.toString()));
        printRow(head);
        Map<PairClass, List<MergedPair>> classes = new EnumMap<>(PairClass.class);
        pairs.forEach(pair -> classes.computeIfAbsent(PairClass.of(pair.pair().writeClass(cpu.model().architecture()),
            pair.pair().readClass(cpu.model().architecture())), kind -> new ArrayList<>()).add(pair));
        classes.forEach((kind, some) -> {
            List<String> row = new ArrayList<>(List.of(words(kind)));
            Arrays.stream(PlaceKind.values()).forEach(place -> row.add(cell(cells(some, place),
                place == PlaceKind.INSIDE, blank)));
            printRow(row);
        });
        out.println();
    }

    private void printRow(List<String> cells) {
        List<List<String>> columns = cells.stream().map(cell -> Wrapped.lines("", "",
            List.of(cell.split(BREAK)), COLUMN - 1)).toList();
        int lines = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < lines; i++) {
            StringBuilder line = new StringBuilder();
            for (List<String> column : columns) {
                String text = i < column.size() ? column.get(i) : "";
                line.append(text).append(" ".repeat(Math.max(1, COLUMN - text.length())));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private void say(String indent, String words) {
        Wrapped.words("", indent, words, Math.max(1, Math.min(MOST, screen.columns() == Screen.ENDLESS ? USUAL
            : screen.columns()))).forEach(out::println);
    }

    private static String words(PairClass kind) {
        return switch (kind) {
            case ORDINARY -> "ordinary, ordinary";
            case LOCKED_READ -> "ordinary, locked";
            case LOCKED_WRITE -> "locked, ordinary";
            case BOTH_LOCKED -> "locked, locked";
        };
    }

    private static List<MergedCell> cells(List<MergedPair> pairs, PlaceKind place) {
        return pairs.stream().flatMap(pair -> pair.cells().stream())
            .filter(cell -> PlaceKind.of(cell.placement()) == place).toList();
    }

    /** Returns what was seen, in words that fit into a column; a tear that something speaks against is named so. */
    private static String cell(List<MergedCell> cells, boolean withOffsets, String blank) {
        List<MergedCell> tore = cells.stream().filter(cell -> cell.seen().torn()).toList();
        if (!tore.isEmpty()) {
            return "torn " + rates(tore) + (withOffsets ? " at " + OffsetList.ranges(offsets(tore)) : "");
        }
        List<MergedCell> silent = cells.stream().filter(cell -> cell.seen().none()).toList();
        List<MergedCell> disputed = cells.stream().filter(MergedCell::tore).toList();
        if (silent.isEmpty() || !disputed.isEmpty()) {
            return cells.isEmpty() ? blank : (disputed.isEmpty() ? cells : disputed).get(0).seen().toString();
        }
        boolean strong = silent.size() == cells.size()
            && silent.stream().allMatch(cell -> cell.seen() == Seen.NONE_STRONG);
        return (strong ? "none, strong, " : "none, weak, ") + "in "
            + Words.many(silent.stream().mapToLong(MergedCell::changes).reduce(0, Counts::sum));
    }

    private static List<Integer> offsets(List<MergedCell> cells) {
        return cells.stream().map(MergedCell::offset).distinct().sorted().toList();
    }

    /** Returns the least and the most of single places, because runs differ by more than a mean tells. */
    private static String rates(List<MergedCell> tore) {
        double[] rates = tore.stream().mapToDouble(cell -> (double) cell.torn() / cell.changes()).sorted().toArray();
        return Words.chances(rates[0], rates[rates.length - 1]);
    }

    /** Returns where anything tore, or that nothing did. */
    private static String inShort(List<MergedPair> pairs) {
        List<String> torn = new ArrayList<>();
        for (PlaceKind place : PlaceKind.values()) {
            List<MergedCell> tore = cells(pairs, place).stream()
                .filter(cell -> cell.seen().torn()).toList();
            if (!tore.isEmpty()) {
                torn.add(place + " " + rates(tore));
            }
        }
        return torn.isEmpty() ? "no tear seen" : "torn " + String.join(", ", torn);
    }
}
