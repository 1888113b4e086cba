// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.page.Answer.PlaceKind;
import org.tearline.page.Words;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.JavaRule;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule;
import org.tearline.promise.Rule.Promise;
import org.tearline.promise.Rule.Source;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** Prints the facts about a machine and the promises that apply to it. */
public final class ProbeText {
    /** One pair for each kind of instruction; some are the same on some architectures. */
    private static final List<Column> PAIRS = List.of(new Column(WriteMode.PLAIN, ReadMode.PLAIN),
        new Column(WriteMode.VOLATILE, ReadMode.VOLATILE), new Column(WriteMode.CAS, ReadMode.PLAIN),
        new Column(WriteMode.CAS, ReadMode.EXCHANGE), new Column(WriteMode.GETANDADD, ReadMode.GETANDADD));
    private static final int COLUMNS = 80;
    private static final int PROMISE_COLUMNS = 110;
    private static final String PROMISE_INDENT = " ".repeat(7);
    private static final int NAME_WIDTH = 22;
    private static final int VALUE_WIDTH = 46;
    private static final Map<String, String> TITLES = Map.of("cpu", "CPU", "topology", "Topology", "memory",
        "Caches and pages", "system", "System", "splitLocks", "Split locks", "jvm", "JVM");

    private ProbeText() {
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

    /** Omits the promises if the CPU is unknown. */
    public static void print(Machine machine, SplitLockCost splitLocks, Width width, List<Alignment> placements,
                             Screen screen) {
        if (machine.cpu() != null) {
            printSummary(machine, splitLocks, width, placements, screen.atMost(COLUMNS));
        }
        printFacts(Facts.of(machine, splitLocks), screen);
        if (machine.cpu() != null) {
            screen.line("");
            printPromises(Guarantees.load(), PublishedMachine.traits(machine), width, placements, screen);
        }
    }

    static void printSummary(Machine machine, SplitLockCost splitLocks, Width width, List<Alignment> placements,
                             Screen screen) {
        screen.say("", "  ", "promised: " + promised(PublishedMachine.traits(machine), width, placements) + ".");
        if (splitLocks != null && splitLocks.crossingNanos() != null) {
            screen.say("", "  ", "measured here: a lock across a line takes " + Words.time(splitLocks.crossingNanos())
                + ".");
        }
        KnownCpu known = KnownGranules.load().of(machine.cpu().value()).orElse(null);
        screen.say("", "  ", "published: " + (known == null ? "no result for this CPU; tester granules measures it."
            : known.name() + ": " + within("a store", known.store()) + ", " + within("a load", known.load())
            + "; two locked instructions: " + known.locked() + "; " + known.files()
            + (known.files() == 1 ? " result" : " results") + ", newest " + known.newest() + "."));
        screen.line("");
    }

    private static String within(String access, KnownCpu.Bounds granule) {
        return access + (granule == null ? ": granule unknown" : " is whole within " + granule + " bytes");
    }

    /** Returns a sentence such as "aligned whole (I5); inside a line and across a line not guaranteed (I9)". */
    private static String promised(CpuTraits cpu, Width width, List<Alignment> placements) {
        Map<String, Set<String>> places = new LinkedHashMap<>();
        for (Alignment placement : placements) {
            PairPromise promise = Guarantees.load().pair(cpu, width.bytes(), placement, AccessClass.PLAIN,
                AccessClass.PLAIN);
            String rules = promise.ruleIds().isEmpty() ? "" : " (" + String.join(", ", promise.ruleIds()) + ")";
            String answer = promise.promise() == Promise.ATOMIC ? "whole"
                : promise.promise().toString().replace('-', ' ').toLowerCase(Locale.ROOT);
            places.computeIfAbsent(answer + rules, key -> new LinkedHashSet<>())
                .add(PlaceKind.of(placement).toString());
        }
        return width.described() + ", ordinary write and read: " + places.entrySet().stream().map(same ->
            String.join(" and ", same.getValue()) + " " + same.getKey()).collect(Collectors.joining("; "));
    }

    /** Prints name, value and source. On a narrow screen the source goes below the value. */
    private static void printFacts(Facts facts, Screen screen) {
        int width = Math.max(NAME_WIDTH, Math.min(VALUE_WIDTH, screen.columns() - NAME_WIDTH - 2));
        String section = "";
        for (Facts.Fact fact : facts.all()) {
            if (!fact.section().equals(section)) {
                screen.line((section.isEmpty() ? "" : System.lineSeparator()) + TITLES.get(fact.section()));
                section = fact.section();
            }
            String name = fact.name().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
            List<String> lines = fact.lines().stream().flatMap(line -> Screen.lines("", "",
                List.of(line.split("(?<=[ ,])(?=[^ |])")), width).stream()).toList();
            String source = NAME_WIDTH + width + 4 + fact.source().length() <= screen.columns() ? fact.source() : "";
            for (int i = 0; i < lines.size(); i++) {
                screen.line(String.format(Locale.ROOT, "  %-" + NAME_WIDTH + "s%-" + width + "s  %s",
                    i == 0 ? name : "", lines.get(i), i == 0 ? source : ""));
            }
            if (source.isEmpty()) {
                String indent = " ".repeat(NAME_WIDTH + 2);
                screen.say(indent, indent, fact.source());
            }
        }
    }

    /** Prints a table of promises, then the rules it cites. */
    static void printPromises(Guarantees guarantees, CpuTraits cpu, Width width, List<Alignment> placements,
                              Screen screen) {
        Map<List<AccessClass>, Column> columns = new LinkedHashMap<>();
        PAIRS.forEach(column -> columns.putIfAbsent(column.classes(width, cpu.architecture()), column));
        screen.line("Promises for " + width.described() + ", write/read (n.g.: not guaranteed, so it may tear)");
        screen.line(row("", columns.values().stream().map(Column::toString).toList()));
        Set<Rule> cited = new LinkedHashSet<>();
        for (Alignment placement : placements) {
            List<PairPromise> promises = columns.keySet().stream().map(classes -> guarantees.pair(cpu,
                width.bytes(), placement, classes.get(0), classes.get(1))).toList();
            promises.forEach(promise -> cited.addAll(promise.rules()));
            screen.line(row(Words.place(placement), promises.stream().map(ProbeText::cell).toList()));
        }
        for (Rule rule : cited) {
            say(screen, rule.id(), rule.appliesTo() + ": " + rule.sentence());
            for (Source source : rule.sources()) {
                say(screen, "", source.title() + " [" + rule.confidence() + "] " + source.url());
            }
        }
        for (JavaRule rule : guarantees.javaRules()) {
            say(screen, rule.id(), rule.appliesTo() + ": " + rule.sentence());
            say(screen, "", rule.source() + " [" + rule.confidence() + "] " + rule.url());
        }
    }

    private static void say(Screen screen, String id, String text) {
        screen.atMost(PROMISE_COLUMNS).say(String.format(Locale.ROOT, "  %-4s ", id), PROMISE_INDENT, text);
    }

    private static String cell(PairPromise promise) {
        return (switch (promise.promise()) {
            case ATOMIC -> "atomic";
            case NO_RULE -> RunReasons.noRule(promise);
            case NOT_GUARANTEED -> "n.g.";
            case NOT_GUARANTEED_OR_TRAPS -> "n.g. or traps";
            case FAULTS -> "faults";
        } + " " + String.join(",", promise.ruleIds())).strip();
    }

    private static String row(String name, List<String> cells) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "  %-20s", name));
        cells.forEach(cell -> row.append(String.format(Locale.ROOT, "%-20s", cell)));
        return row.toString().stripTrailing();
    }

    /** Returns {@code promises} of schema/probe.schema.json. */
    public static Map<String, Object> json(Guarantees guarantees, CpuTraits cpu, Width width,
                                           List<Alignment> placements) {
        // Reads compiled by C2 have the same access classes as the writes.
        List<AccessClass> sides = Arrays.stream(WriteMode.values())
            .map(mode -> AccessClass.of(mode, width, Tier.C2, cpu.architecture())).distinct().sorted().toList();
        return JsonText.object("widthBytes", width.bytes(), "pairs", placements.stream().flatMap(placement ->
            sides.stream().flatMap(write -> sides.stream().map(read ->
                pair(placement, write, read, guarantees.pair(cpu, width.bytes(), placement, write, read))))).toList(),
            "rules", guarantees.rulesFor(cpu).stream().map(rule -> JsonText.object("id", rule.id(), "vendor",
                rule.vendor(), "appliesTo", rule.appliesTo(), "access", rule.access(), "sentence", rule.sentence(),
                "source", rule.source(), "urls", rule.sources().stream().map(Source::url).toList(), "confidence",
                rule.confidence())).toList(),
            "java", guarantees.javaRules(), "observedElsewhere", guarantees.observations().stream()
                .map(seen -> JsonText.object("id", seen.id(), "cpu", seen.cpu(), "observed", seen.observed(), "how",
                    seen.how(), "by", seen.by(), "source", seen.source(), "confidence", seen.confidence())).toList());
    }

    private static Map<String, Object> pair(Alignment placement, AccessClass write, AccessClass read,
                                            PairPromise promise) {
        return JsonText.object("place", placement, "write", write, "read", read, "promise",
            promise.promise().toString(), "rules", promise.ruleIds(), "asked",
            promise.asked().stream().sorted().map(CpuFeature::toString).toList());
    }
}
