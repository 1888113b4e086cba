package org.tearline.report;

import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.tearline.plan.Placement;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.JavaRule;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.promise.Rule;

/** What is promised of a long on one CPU, for people: a table, and under it who says so. One thread. */
public final class PromiseText {
    /** The write and read modes that stand for the kinds of instruction. */
    private static final Map<AccessClass, String> WRITES = Map.of(AccessClass.PLAIN, "plain", AccessClass.ORDERED,
        "volatile", AccessClass.LOCKED, "cas");
    private static final Map<AccessClass, String> READS = Map.of(AccessClass.PLAIN, "plain", AccessClass.ORDERED,
        "volatile", AccessClass.LOCKED, "exchange");

    private static final List<List<AccessClass>> COLUMNS = List.of(List.of(AccessClass.PLAIN, AccessClass.PLAIN),
        List.of(AccessClass.ORDERED, AccessClass.ORDERED), List.of(AccessClass.LOCKED, AccessClass.PLAIN),
        List.of(AccessClass.LOCKED, AccessClass.LOCKED));

    private static final int LINE_WIDTH = 110;

    private PromiseText() {
    }

    /** Prints the promises for a long at these placements. */
    public static void print(Guarantees guarantees, CpuTraits cpu, List<Placement> placements, PrintStream out) {
        out.println("Promises for a long, write/read (n.g.: not guaranteed; it need not tear)");
        out.println(row("", COLUMNS.stream().map(column -> WRITES.get(column.get(0)) + "/" + READS.get(column.get(1)))
            .toList()));
        Set<Rule> cited = new LinkedHashSet<>();
        for (Placement placement : placements) {
            List<PairPromise> promises = COLUMNS.stream().map(column -> guarantees.pair(cpu, Long.BYTES, placement,
                column.get(0), column.get(1))).toList();
            promises.forEach(promise -> cited.addAll(promise.rules()));
            out.println(row(placement.toString().replace('-', ' '), promises.stream().map(PromiseText::cell).toList()));
        }
        for (Rule rule : cited) {
            source(out, rule.id(), rule.vendor() + ", " + rule.appliesTo() + ": " + rule.source(), rule.confidence());
        }
        for (JavaRule rule : guarantees.javaRules()) {
            source(out, rule.id(), rule.appliesTo() + ", " + rule.access() + ", " + rule.placement() + ": "
                + rule.promise() + " (" + rule.source() + ")", rule.confidence());
        }
    }

    private static void source(PrintStream out, String id, String words, String confidence) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-4s", id));
        for (String word : (words + " [" + confidence + "]").split(" ")) {
            if (line.length() + 1 + word.length() > LINE_WIDTH) {
                out.println(line);
                line.setLength(0);
                line.append("      ");
            }
            line.append(' ').append(word);
        }
        out.println(line);
    }

    private static String cell(PairPromise promise) {
        return words(promise.promise()) + " " + String.join(",", promise.ruleIds());
    }

    private static String words(Promise promise) {
        return switch (promise) {
            case ATOMIC -> "atomic";
            case NO_RULE -> "no rule found";
            case NOT_GUARANTEED -> "n.g.";
            case NOT_GUARANTEED_OR_TRAPS -> "n.g. or traps";
            case FAULTS -> "faults";
        };
    }

    private static String row(String name, List<String> cells) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "  %-20s", name));
        cells.forEach(cell -> row.append(String.format(Locale.ROOT, "%-20s", cell)));
        return row.toString().stripTrailing();
    }
}
