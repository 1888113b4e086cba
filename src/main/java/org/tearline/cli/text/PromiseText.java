// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.page.Words;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.JavaRule;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Source;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** What is promised of a value on one CPU: a table, and under it who says so. */
public final class PromiseText {
    /** The writes and reads that stand for the kinds of instruction; some are the same on some instruction sets. */
    private static final List<Column> COLUMNS = List.of(new Column(WriteMode.PLAIN, ReadMode.PLAIN),
        new Column(WriteMode.VOLATILE, ReadMode.VOLATILE), new Column(WriteMode.CAS, ReadMode.PLAIN),
        new Column(WriteMode.CAS, ReadMode.EXCHANGE), new Column(WriteMode.GETANDADD, ReadMode.GETANDADD));

    private static final int LINE_WIDTH = 110;
    private static final String INDENT = " ".repeat(7);

    private PromiseText() {
    }

    private record Column(WriteMode write, ReadMode read) {
        List<AccessClass> classes(Width width, Architecture architecture) {
            return List.of(AccessClass.of(write, width, Tier.C2, architecture),
                AccessClass.of(read, width, architecture));
        }

        @Override
        public String toString() {
            return write + "/" + read;
        }
    }

    public static void print(Guarantees guarantees, CpuTraits cpu, Width width, List<Alignment> placements,
                             Screen screen) {
        Map<List<AccessClass>, Column> columns = new LinkedHashMap<>();
        COLUMNS.forEach(column -> columns.putIfAbsent(column.classes(width, cpu.architecture()), column));
        screen.line("Promises for " + width.described() + ", write/read (n.g.: not guaranteed; it need not tear)");
        screen.line(row("", columns.values().stream().map(Column::toString).toList()));
        Set<Rule> cited = new LinkedHashSet<>();
        for (Alignment placement : placements) {
            List<PairPromise> promises = columns.keySet().stream().map(classes -> guarantees.pair(cpu,
                width.bytes(), placement, classes.get(0), classes.get(1))).toList();
            promises.forEach(promise -> cited.addAll(promise.rules()));
            screen.line(row(Words.place(placement), promises.stream().map(PromiseText::cell).toList()));
        }
        for (Rule rule : cited) {
            say(screen, rule.id(), rule.vendor() + ", " + rule.appliesTo() + ": " + rule.sentence());
            for (Source source : rule.sources()) {
                say(screen, "", source.title() + " [" + rule.confidence() + "] " + source.url());
            }
        }
        for (JavaRule rule : guarantees.javaRules()) {
            say(screen, rule.id(), rule.appliesTo() + ": " + rule.sentence());
            say(screen, "", rule.source() + " [" + rule.confidence() + "] " + rule.url());
        }
    }

    static String ofSilence(PairPromise promise) {
        return words(promise, "", ": another run or another CPU of this kind may tear");
    }

    static String ofTear(PairPromise promise) {
        return words(promise, ": this tear contradicts it", "");
    }

    private static String words(PairPromise promise, String ifPromised, String ifNot) {
        String rules = " (" + promise.rules().stream().map(rule -> rule.vendor() + ", " + rule.id())
            .collect(Collectors.joining("; ")) + ")";
        return switch (promise.promise()) {
            case ATOMIC -> "promised whole" + rules + ifPromised;
            case NO_RULE -> words(promise);
            case NOT_GUARANTEED, NOT_GUARANTEED_OR_TRAPS, FAULTS -> "not promised" + rules + ifNot;
        };
    }

    private static void say(Screen screen, String id, String words) {
        screen.atMost(LINE_WIDTH).say(String.format(Locale.ROOT, "  %-4s ", id), INDENT, words);
    }

    private static String cell(PairPromise promise) {
        return (words(promise) + " " + String.join(",", promise.ruleIds())).strip();
    }

    private static String words(PairPromise promise) {
        return switch (promise.promise()) {
            case ATOMIC -> "atomic";
            case NO_RULE -> promise.asked().isEmpty() ? "no rule found"
                : "unknown: " + promise.asked().stream().sorted().map(CpuFeature::toString)
                    .collect(Collectors.joining(","));
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
