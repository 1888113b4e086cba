// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.ArchivedCell;
import org.tearline.archive.CellKey;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.Jcstress;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.MixedCase;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/** The tables of docs/results.md, from the CPUs that the project has measured without an emulator. Thread-safe. */
record ResultTables(List<CpuDesign> designs) {
    private static final List<ReadMode> GUARDS = List.of(ReadMode.VOLATILE, ReadMode.AGREE, ReadMode.MASKED,
        ReadMode.SEQLOCK);

    ResultTables(Archive archive) {
        this(archive.designs().stream()
            .filter(design -> design.standing() == Standing.PROJECT && !design.emulated())
            .toList());
    }

    /** Returns what guards do across a line: one row per CPU and read. */
    String guards() {
        MarkdownTable table = new MarkdownTable("CPU", "read", "with an ordered write", "with a CAS write");
        for (CpuDesign design : designs) {
            for (ReadMode read : GUARDS) {
                WriteMode write = WriteMode.ORDERED;
                if (read == ReadMode.SEQLOCK) {
                    write = WriteMode.SEQLOCK;
                }
                List<ArchivedCell> ordered = acrossALine(design, write, read);
                // Empty for a seqlock, which works only if both sides use it.
                List<ArchivedCell> cas = acrossALine(design, WriteMode.CAS, read);
                if (!ordered.isEmpty() || !cas.isEmpty()) {
                    table.row(name(design), described(read), outcome(ordered), outcome(cas));
                }
            }
        }
        return table.toString();
    }

    private static String name(CpuDesign design) {
        return MarkdownTable.escaped(design.bareName());
    }

    private static String described(ReadMode read) {
        return "`" + read + "`" + switch (read) {
            case AGREE -> ": until two reads agree";
            case MASKED -> ": what Chronicle-Core ships";
            case SEQLOCK -> ", on both sides";
            default -> ", no guard";
        };
    }

    private static List<ArchivedCell> acrossALine(CpuDesign design, WriteMode write, ReadMode read) {
        return design.cells().values().stream()
            .filter(cell -> isAcrossALine(cell.key(), design.geometry()))
            .filter(cell -> cell.key().trial().write() == write && cell.key().trial().read() == read)
            .toList();
    }

    /** Whether a cell is a long across a line, accessed by single instructions compiled by C2. */
    private static boolean isAcrossALine(CellKey key, Geometry geometry) {
        return key.trial().width() == Width.LONG && key.trial().tier() == Tier.C2 && !key.pieces()
            && Alignment.of(key.trial().offset(), Width.LONG, geometry) == Alignment.ACROSS_LINE;
    }

    /** Returns the range of rates of the torn cells, or the changes of all cells if none is torn; empty if none ran. */
    private static String outcome(List<ArchivedCell> cells) {
        List<ArchivedCell> tried = cells.stream().filter(cell -> cell.changes() > 0).toList();
        double[] rates = tried.stream()
            .filter(cell -> cell.torn() > 0)
            .mapToDouble(ArchivedCell::rate)
            .sorted()
            .toArray();
        if (rates.length > 0) {
            String torn = "**torn** " + Words.chances(rates[0], rates[rates.length - 1]);
            if (rates.length == tried.size()) {
                return torn;
            }
            return torn + " in " + rates.length + " of " + tried.size() + " cells";
        }
        if (tried.isEmpty()) {
            return "";
        }
        return silence(tried);
    }

    private static String silence(List<ArchivedCell> tried) {
        long changes = tried.stream().mapToLong(ArchivedCell::changes).sum();
        // Every cell has a bound, because it has changes and no tear.
        double bound = tried.stream().mapToDouble(ArchivedCell::bound95).max().orElseThrow();
        String none = "none in " + Words.many(changes) + " (" + Words.below(bound) + " per place)";
        if (tried.stream().allMatch(ArchivedCell::strong)) {
            return none;
        }
        if (tried.stream().allMatch(cell -> cell.verdict() == Verdict.NOT_SEEN)) {
            return none + ", weak";
        }
        return "no verdict: " + none;
    }

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
