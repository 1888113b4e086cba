// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.PromisedGranule;
import org.tearline.promise.Rule;
import org.tearline.trial.Geometry;
import org.tearline.trial.OffsetList;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.words.Words;

/** Says within how many bytes accesses are whole, as measured and as promised, and where to put a value. */
final class GranuleSentences {
    private static final Map<PairKind, String> NOUNS = Map.of(PairKind.STORE, "a store", PairKind.LOAD, "a load",
        PairKind.PAIR, "a store or load");

    private GranuleSentences() {
    }

    /**
     * Returns text such as "a store is whole within 32 bytes, a load within 64; locked instructions everywhere tried".
     */
    static String answer(Granules granules, List<PairKind> kinds, Function<PairKind, Granule> granule) {
        List<String> clauses = new ArrayList<>();
        boolean afterWhole = false;
        for (PairKind kind : kinds) {
            Granule bounds = granule.apply(kind);
            clauses.add(NOUNS.get(kind) + " " + clause(bounds, afterWhole));
            afterWhole = hasLowerBound(bounds);
        }
        String text = String.join(", ", clauses);
        if (kinds.stream().anyMatch(kind -> granule.apply(kind).quick())) {
            text += " (quick: fewer than a million changes)";
        }
        return text + switch (granules.locked()) {
            case WHOLE -> "; locked instructions everywhere tried";
            case TORN -> "; LOCKED INSTRUCTIONS TEAR";
            case UNKNOWN -> "";
        };
    }

    /** Omits the verb and the unit if the clause before has them. */
    private static String clause(Granule bounds, boolean afterWhole) {
        if (hasLowerBound(bounds)) {
            if (afterWhole) {
                return "within " + range(bounds, "");
            }
            return "is whole within " + range(bounds, " bytes");
        }
        if (bounds.atMost() == Granule.UNKNOWN_MOST) {
            return "has an unknown granule";
        }
        return "tears across " + bounds.atMost() + " bytes";
    }

    private static boolean hasLowerBound(Granule granule) {
        return granule.known() || granule.atLeast() > Granule.UNKNOWN_LEAST;
    }

    private static String range(Granule granule, String unit) {
        if (granule.atMost() == Granule.UNKNOWN_MOST) {
            return granule.atLeast() + unit + " or more";
        }
        if (granule.known()) {
            return granule.atMost() + unit;
        }
        return granule.atLeast() + " to " + granule.atMost() + unit;
    }

    /** Returns what is promised for plain accesses on a machine. */
    static String promised(Machine machine, Width width) {
        PromisedGranule promised = new MachinePromises(machine).granule(width);
        if (!new MachinePromises(machine).apply()) {
            return "promised: nothing (no promise covers an emulator or an unknown JVM)";
        }
        if (promised.bytes() == 0) {
            if (promised.rules().isEmpty()) {
                return "promised: no rule is known";
            }
            return "promised: nothing, even at a multiple of its size (" + rules(promised) + ")";
        }
        return "promised: whole within " + promised.bytes() + " bytes (" + rules(promised) + ")";
    }

    /** Returns the vendors and the ids of rules, such as "Intel, I5, I8". */
    private static String rules(PromisedGranule promised) {
        String vendors = promised.rules().stream()
            .map(Rule::vendor)
            .distinct()
            .collect(Collectors.joining(", "));
        return vendors + ", " + String.join(", ", promised.ruleIds());
    }

    /** Returns the places where a value can tear, and how to avoid them. */
    static String advice(Granules granules, Width width, Geometry geometry) {
        int bytes = width.bytes();
        int smallest = granules.kinds().stream()
            .mapToInt(kind -> granules.of(kind, width).atMost())
            .min()
            .orElse(Granule.UNKNOWN_MOST);
        if (smallest == Granule.UNKNOWN_MOST) {
            return "no tear was seen, so no granule has an upper bound; tester sweep measures longer";
        }
        if (smallest < bytes) {
            return width.described() + " can tear even at a multiple of " + bytes;
        }
        if (smallest > geometry.lineBytes()) {
            return width.described() + " can tear across a page; put it at a multiple of " + bytes;
        }
        List<String> where = new ArrayList<>();
        // A value crosses an edge if it starts before the edge by less than its width.
        for (int edge = smallest; edge <= geometry.lineBytes(); edge += smallest) {
            where.add(OffsetList.ranges(IntStream.range(edge - bytes + 1, edge).boxed().toList()));
        }
        return width.described() + " at offsets " + Words.and(where) + " of a line can tear; put it at a multiple of "
            + bytes;
    }
}
