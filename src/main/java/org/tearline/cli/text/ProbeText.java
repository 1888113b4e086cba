// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.cli.json.Facts;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.page.Answer.PlaceKind;
import org.tearline.page.Words;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;

/** What a machine is and does with misaligned values: the answer, the facts that explain it, the promises. */
public final class ProbeText {
    private static final int COLUMNS = 80;
    private static final int NAME_WIDTH = 22;
    private static final int VALUE_WIDTH = 46;
    private static final Map<String, String> TITLES = Map.of("cpu", "CPU", "topology", "Topology", "memory",
        "Caches and pages", "system", "System", "splitLocks", "Split locks", "jvm", "JVM");

    private ProbeText() {
    }

    /** The promises, and all that refers to them, are left out where the CPU is unknown. */
    public static void print(Machine machine, SplitLockCost splitLocks, Width width, List<Alignment> placements,
                             Screen screen) {
        if (machine.cpu() != null) {
            printAnswer(machine, splitLocks, width, placements, screen.atMost(COLUMNS));
        }
        printFacts(Facts.of(machine, splitLocks), screen);
        if (machine.cpu() != null) {
            screen.line("");
            PromiseText.print(Guarantees.load(), PublishedMachine.traits(machine), width, placements, screen);
        }
    }

    static void printAnswer(Machine machine, SplitLockCost splitLocks, Width width, List<Alignment> placements,
                            Screen screen) {
        screen.say("", "  ", "promised: " + promised(PublishedMachine.traits(machine), width, placements) + ".");
        if (splitLocks != null && splitLocks.crossingNanos() != null) {
            screen.say("", "  ", "measured here: a lock across a line takes " + Words.time(splitLocks.crossingNanos())
                + ".");
        }
        KnownCpu known = KnownGranules.load().of(machine.cpu().value()).orElse(null);
        screen.say("", "  ", "published: " + (known == null ? "no result of this CPU; tester granules asks it."
            : known.name() + ": " + within("a store", known.store()) + ", " + within("a load", known.load())
            + "; two locked instructions: " + known.locked() + "; " + known.files()
            + (known.files() == 1 ? " result" : " results") + ", newest " + known.newest() + "."));
        screen.line("");
    }

    private static String within(String access, KnownCpu.Bounds granule) {
        return access + (granule == null ? " is not settled" : " is whole within " + granule + " bytes");
    }

    /** "aligned whole (I5); inside a line and across a line not guaranteed (I9)". */
    private static String promised(CpuTraits cpu, Width width, List<Alignment> placements) {
        Map<String, Set<String>> places = new LinkedHashMap<>();
        for (Alignment placement : placements) {
            PairPromise promise = Guarantees.load().pair(cpu, width.bytes(), placement, AccessClass.PLAIN,
                AccessClass.PLAIN);
            String rules = promise.ruleIds().isEmpty() ? "" : " (" + String.join(", ", promise.ruleIds()) + ")";
            String words = promise.promise() == Promise.ATOMIC ? "whole"
                : promise.promise().toString().replace('-', ' ').toLowerCase(Locale.ROOT);
            places.computeIfAbsent(words + rules, key -> new LinkedHashSet<>())
                .add(PlaceKind.of(placement).toString());
        }
        return width.described() + ", ordinary write and read: " + places.entrySet().stream().map(same ->
            String.join(" and ", same.getValue()) + " " + same.getKey()).collect(Collectors.joining("; "));
    }

    /** Name, value and source; on a narrow screen the source stands below the value. */
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
            String beside = NAME_WIDTH + width + 4 + fact.source().length() <= screen.columns() ? fact.source() : "";
            for (int i = 0; i < lines.size(); i++) {
                screen.line(String.format(Locale.ROOT, "  %-" + NAME_WIDTH + "s%-" + width + "s  %s",
                    i == 0 ? name : "", lines.get(i), i == 0 ? beside : ""));
            }
            if (beside.isEmpty()) {
                String indent = " ".repeat(NAME_WIDTH + 2);
                screen.say(indent, indent, fact.source());
            }
        }
    }
}
