// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.page.Answer.PlaceKind;
import org.tearline.page.Words;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;

/** Prints the facts about a machine, and what is promised and published about its CPU. */
public final class ProbeText {
    private static final int COLUMNS = 80;
    /** Any page size gives the same placements. */
    private static final int ANY_PAGE_BYTES = 4096;
    private static final int USUAL_LINE_BYTES = 64;
    private static final int NAME_WIDTH = 22;
    private static final int VALUE_WIDTH = 46;
    private static final Map<String, String> TITLES = Map.of("cpu", "CPU", "topology", "Topology", "memory",
        "Caches and pages", "system", "System", "splitLocks", "Split locks", "jvm", "JVM");

    private ProbeText() {
    }

    /** Prints the answers for a long and the facts; of an unknown CPU only the facts. */
    public static void print(Machine machine, SplitLockCost splitLocks, Screen screen) {
        if (machine.cpu() != null) {
            printSummary(machine, splitLocks, screen.atMost(COLUMNS));
        }
        printFacts(Facts.of(machine, splitLocks), screen);
    }

    static void printSummary(Machine machine, SplitLockCost splitLocks, Screen screen) {
        screen.say("", "  ", "promised: " + promised(machine) + "; docs/promises.md quotes the rules.");
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

    /** Returns "a long, ordinary write and read: aligned whole (I5); across a line not guaranteed (I9)". */
    private static String promised(Machine machine) {
        int lineBytes = machine.lines().lineBytes() == null ? USUAL_LINE_BYTES : machine.lines().lineBytes().value();
        Geometry geometry = new Geometry(lineBytes, ANY_PAGE_BYTES);
        Map<String, Set<PlaceKind>> places = new LinkedHashMap<>();
        IntStream.range(0, ANY_PAGE_BYTES).mapToObj(offset -> Alignment.of(offset, Long.BYTES, geometry)).distinct()
            .sorted().forEach(placement -> {
                PairPromise promise = Guarantees.load().pair(PublishedMachine.traits(machine), Long.BYTES, placement,
                    AccessClass.PLAIN, AccessClass.PLAIN);
                String answer = promise.atomic() ? "whole"
                    : promise.promise().toString().replace('-', ' ').toLowerCase(Locale.ROOT);
                places.computeIfAbsent(answer + (promise.ruleIds().isEmpty() ? "" : " ("
                    + String.join(", ", promise.ruleIds()) + ")"), key -> new LinkedHashSet<>())
                    .add(PlaceKind.of(placement));
            });
        return "a long, ordinary write and read: " + places.entrySet().stream().map(same -> same.getValue().stream()
            .map(PlaceKind::toString).collect(Collectors.joining(" and ")) + " " + same.getKey())
            .collect(Collectors.joining("; "));
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
}
