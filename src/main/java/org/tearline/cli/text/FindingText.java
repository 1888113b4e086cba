// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.tearline.archive.Evidence;
import org.tearline.archive.FileGranules;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuModel;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Granules;
import org.tearline.words.Words;

/** Prints the findings of a result file: its granules, the counts, and what was tried. */
public record FindingText(ResultFile file, Screen screen) {
    static final int USUAL_COLUMNS = 80;
    private static final int MAX_COLUMNS = 100;
    private static final String ROW = "  %-27s %-19s %-6s %13s %9s  %s";

    public FindingText {
        int most = MAX_COLUMNS;
        if (screen.columns() == Screen.ENDLESS) {
            most = USUAL_COLUMNS;
        }
        screen = screen.atMost(most);
    }

    public void print() {
        if (file.kind() == Kind.JCSTRESS) {
            printJcstress();
            return;
        }
        Granules granules = Granules.of(FileGranules.tried(file));
        screen.say("", "  ", sentence(granules));
        screen.line("");
        printCounts(Evidence.counts(granules, file.environment().geometry()));
        new TriedText(file, screen).print();
    }

    private void printCounts(List<Evidence.Count> counts) {
        if (counts.isEmpty()) {
            return;
        }
        String lowNew = "";
        if (counts.stream().anyMatch(count -> !count.lowNew().isEmpty())) {
            lowNew = "low half new";
        }
        screen.row(ROW, "access", "value", "across", "changes", "torn", lowNew);
        counts.forEach(count -> screen.row(ROW, count.kind(), count.width(), count.boundary(),
            Words.count(count.changes()), Words.count(count.torn()), count.lowNew()));
    }

    private void printJcstress() {
        if (!file.cases().isEmpty()) {
            screen.say("", "  ", name() + ": jcstress saw tears in " + byPlace(file.cases(), JcstressCase::place,
                JcstressCase::torn) + ".");
        }
        List<MixedCase> twoSizes = file.mixed().stream().filter(one -> !one.oneSize()).toList();
        if (!twoSizes.isEmpty()) {
            screen.say("", "  ", name() + ": with two sizes of access, jcstress saw what no order of the accesses"
                + " explains in " + byPlace(twoSizes, MixedCase::place, one -> one.unexplained() > 0) + ".");
        }
    }

    /** Returns text such as "0 of 12 cases at offset 0, 3 of 12 cases at offset 28". */
    private static <T> String byPlace(List<T> cases, Function<T, Place> placeOf, Predicate<T> seen) {
        List<String> texts = new ArrayList<>();
        for (Place place : Place.values()) {
            List<T> here = cases.stream().filter(tested -> placeOf.apply(tested) == place).toList();
            texts.add(here.stream().filter(seen).count() + " of " + here.size() + " cases at offset " + place.offset());
        }
        return String.join(", ", texts);
    }

    /** Returns text such as "Zen 4 (AMD EPYC): a store is whole within 32 bytes, a load within 64; ...". */
    String sentence(Granules granules) {
        List<PairKind> kinds = granules.kinds();
        boolean scalars = granules.known().keySet().stream()
            .anyMatch(tested -> kinds.contains(tested.kind()) && !tested.width().isVector());
        if (!scalars) {
            return name() + ": no single-instruction access of up to 8 bytes was tried.";
        }
        // A pair says something new only if no side could be tested alone.
        List<PairKind> named = kinds.stream()
            .filter(kind -> kind != PairKind.PAIR || kinds.size() == 1)
            .toList();
        return name() + ": " + GranuleSentences.answer(granules, named, granules::of) + ".";
    }

    private String name() {
        CpuModel cpu = file.environment().cpu();
        if (cpu.microarchitecture() == null) {
            return Objects.requireNonNullElse(cpu.brand(), cpu.key());
        }
        if (cpu.brand() == null) {
            return cpu.microarchitecture();
        }
        return cpu.microarchitecture() + " (" + cpu.brand() + ")";
    }
}
