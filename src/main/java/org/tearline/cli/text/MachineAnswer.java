// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.file.PublishedMachine;
import org.tearline.page.PlaceKind;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.page.Words;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.trial.Alignment;
import org.tearline.trial.Width;

/**
 * Prints what a machine's CPU does with misaligned values, as far as it is promised, published and measured: the answer
 * that the facts below it explain. Not thread-safe.
 */
public final class MachineAnswer {
    private static final int COLUMNS = 80;
    private static final String INDENT = "  ";

    private final PrintStream out;

    /** Prints there. */
    public MachineAnswer(PrintStream out) {
        this.out = out;
    }

    /** Prints the answer; of a CPU that tells no identity nothing. */
    public void print(Machine machine, SplitLockCost splitLocks, Width width, List<Alignment> placements) {
        if (machine.cpu() == null) {
            return;
        }
        say("promised: " + promised(PublishedMachine.traits(machine), width, placements) + ".");
        if (splitLocks != null && splitLocks.crossingNanos() != null) {
            say("measured here: a lock across a line takes " + Words.time(splitLocks.crossingNanos()) + ".");
        }
        KnownCpu known = KnownGranules.load().ofKey(machine.cpu().value().key()).orElse(null);
        say("published: " + (known == null ? "no result of this CPU; tester granules asks it." : known.name() + ": "
            + within("a store", known.store()) + ", " + within("a load", known.load()) + "; two locked instructions: "
            + known.locked() + "; " + known.files() + (known.files() == 1 ? " result" : " results") + ", newest "
            + known.newest() + "."));
        out.println();
    }

    private static String within(String access, KnownCpu.Bounds granule) {
        return access + (granule == null ? " is not settled" : " is whole within " + granule + " bytes");
    }

    /** Places that are promised alike stand together: "aligned: whole (I5); across a line: not guaranteed (I9)". */
    private static String promised(CpuTraits cpu, Width width, List<Alignment> placements) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Alignment placement : placements) {
            PairPromise promise = Guarantees.load().pair(cpu, width.bytes(), placement, AccessClass.PLAIN,
                AccessClass.PLAIN);
            List<String> same = places.computeIfAbsent(words(promise), key -> new ArrayList<>());
            String place = PlaceKind.of(placement).toString();
            if (!same.contains(place)) {
                same.add(place);
            }
        }
        List<String> parts = new ArrayList<>();
        places.forEach((promise, same) -> parts.add(String.join(" and ", same) + " " + promise));
        return width.described() + ", ordinary write and read: " + String.join("; ", parts);
    }

    private static String words(PairPromise promise) {
        String rules = promise.ruleIds().isEmpty() ? "" : " (" + String.join(", ", promise.ruleIds()) + ")";
        return (promise.promise() == Promise.ATOMIC ? "whole" : promise.promise().toString().replace('-', ' ')
            .toLowerCase(Locale.ROOT)) + rules;
    }

    private void say(String words) {
        Wrapped.words("", INDENT, words, COLUMNS).forEach(out::println);
    }
}
