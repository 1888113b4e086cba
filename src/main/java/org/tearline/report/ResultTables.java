// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.Jcstress;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.MixedCase;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Silence;
import org.tearline.words.Words;

/** The tables of halves, sizes and vectors in docs/results.md, each with rows for every design. Thread-safe. */
record ResultTables(List<CpuDesign> designs) {
    /** Returns which half of a torn store or load was first: one row per CPU and kind of value. */
    String halves() {
        MarkdownTable table = new MarkdownTable("CPU", "value", "a torn store wrote its low half first",
            "a torn load read its low half first");
        for (CpuDesign design : designs) {
            List<Width> shorter = List.of(Width.SHORT, Width.INT);
            Sum torn = sum(design, PairKind.STORE, shorter).plus(sum(design, PairKind.LOAD, shorter));
            if (torn.torn() > 0) {
                addHalves(table, design, "short, int or long", List.of(Width.SHORT, Width.INT, Width.LONG));
            }
            addHalves(table, design, "long alone", List.of(Width.LONG));
            Width.vectors().forEach(width -> addHalves(table, design, width.noun(), List.of(width)));
        }
        return table.toString();
    }

    private static String name(CpuDesign design) {
        return MarkdownTable.escaped(design.bareName());
    }

    private static void addHalves(MarkdownTable table, CpuDesign design, String value, List<Width> widths) {
        Sum stores = sum(design, PairKind.STORE, widths);
        Sum loads = sum(design, PairKind.LOAD, widths);
        // A torn value with a new low half was stored low half first, or loaded high half first.
        String store = lowFirst(stores.lowNew(), stores.highNew());
        String load = lowFirst(loads.highNew(), loads.lowNew());
        if (!store.isEmpty() || !load.isEmpty()) {
            table.row(name(design), value, store, load);
        }
    }

    private static Sum sum(CpuDesign design, PairKind kind, List<Width> widths) {
        return widths.stream()
            .flatMap(width -> design.granules().of(kind, width).sums().stream())
            .reduce(new Sum(0, 0, 0, 0, 0, 0, 0), Sum::plus);
    }

    /**
     * Returns a count such as "300 of 700" or, with the bound at 95 % confidence if all were low, "728 of 728,
     * otherwise below 1 in 240"; empty if nothing tore.
     */
    private static String lowFirst(long low, long high) {
        String counted = Words.lowNew(low, high);
        if (high > 0 || low == 0) {
            return counted;
        }
        return counted + ", otherwise " + Words.below(Silence.RULE_OF_THREE / low);
    }

    /** Returns what jcstress saw where a value is accessed in two sizes: one row per CPU, test and JDK. */
    String sizes() {
        MarkdownTable table = new MarkdownTable("CPU", "JDK", "test", "at 0", "at 28", "at 60", "at 4092");
        for (CpuDesign design : designs) {
            for (Jcstress run : design.jcstress()) {
                run.mixed().forEach((jdk, tests) -> tests.values().stream()
                    .map(MixedCase::test)
                    .distinct()
                    .forEach(test -> table.row(Stream.concat(
                        Stream.of(name(design), String.valueOf(jdk), "`" + test + "`"),
                        Stream.of(Place.values()).map(place -> unexplained(tests.values(), test, place))))));
            }
        }
        return table.toString();
    }

    private static String unexplained(Collection<MixedCase> cases, String test, Place place) {
        return cases.stream()
            .filter(one -> one.place() == place && one.test().equals(test))
            .findFirst()
            .map(ResultTables::unexplained)
            .orElse("");
    }

    /** Returns text such as "**12** of 3 million" or "none in 3 million". */
    private static String unexplained(MixedCase one) {
        String samples = Words.many(one.samples());
        if (one.unexplained() == 0) {
            return "none in " + samples;
        }
        return "**" + Words.count(one.unexplained()) + "** of " + samples;
    }

    /** Returns the tears of vector stores and loads, each tested alone: one row per CPU, vector and side. */
    String vectors() {
        MarkdownTable table = new MarkdownTable("CPU", "vector", "side", "across 16", "across 32", "across 64",
            "at its own middle");
        for (CpuDesign design : designs) {
            for (Width width : Width.vectors()) {
                for (PairKind kind : List.of(PairKind.STORE, PairKind.LOAD)) {
                    Granule granule = design.granules().of(kind, width);
                    if (!granule.sums().isEmpty()) {
                        table.row(name(design), width.bytes() + " bytes", kind.toString(), across(granule, 16),
                            across(granule, 32), across(granule, 64), across(granule, Geometry.OWN_MIDDLE));
                    }
                }
            }
        }
        return table.toString();
    }

    private static String across(Granule granule, int boundary) {
        return granule.sums().stream()
            .filter(sum -> sum.boundary() == boundary)
            .findFirst()
            .map(ResultTables::counted)
            .orElse("");
    }

    private static String counted(Sum sum) {
        if (sum.torn() == 0) {
            return "none in " + Words.many(sum.changes());
        }
        return "**torn** " + Words.count(sum.torn()) + " of " + Words.count(sum.changes());
    }
}
