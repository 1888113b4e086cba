// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.tearline.merge.Design;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.RunLine;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.published.Kind;

/** One row per microarchitecture and harness. Pure. Thread-safe. */
final class Matrix {
    /** The columns between the name and the numbers of runs. */
    static final List<String> TITLES = List.of("aligned", "inside a line", "across 8 bytes", "across 16 bytes",
        "across 32 bytes", "across a line", "across a page", "CAS across a line, plain read",
        "CAS across a line, locked read");

    private static final Set<Alignment> INSIDE = EnumSet.of(Alignment.INSIDE_8, Alignment.ACROSS_8,
        Alignment.ACROSS_16, Alignment.ACROSS_32, Alignment.ACROSS_64);
    private static final List<Set<Alignment>> ORDINARY = List.of(EnumSet.of(Alignment.ALIGNED), INSIDE,
        EnumSet.of(Alignment.ACROSS_8), EnumSet.of(Alignment.ACROSS_16), EnumSet.of(Alignment.ACROSS_32),
        EnumSet.of(Alignment.ACROSS_LINE), EnumSet.of(Alignment.ACROSS_PAGE));
    private static final Set<Alignment> LINE = EnumSet.of(Alignment.ACROSS_LINE);

    private Matrix() {
    }

    /** Returns the rows of real CPUs or of emulated ones, in the order of their names. */
    static List<DesignRow> rows(Guarantees guarantees, List<MergedCpu> cpus, boolean emulated) {
        List<DesignRow> rows = new ArrayList<>();
        Design.of(cpus, emulated).forEach(design -> Arrays.stream(Kind.values()).forEach(kind -> {
            List<MergedCpu> some = design.members().stream().filter(cpu -> runs(cpu, kind) > 0).toList();
            for (boolean usual : some.isEmpty() ? List.<Boolean>of() : List.of(true, false)) {
                DesignRow row = row(guarantees, design.name(), kind, some, usual);
                if (row.words().stream().anyMatch(word -> !word.style().equals(Seen.UNTESTED.id()))) {
                    rows.add(row);
                }
            }
        }));
        return rows;
    }

    /**
     * Returns what every default sweep tries, or what others tried beside it: an odd file must not weaken what all
     * share.
     */
    private static DesignRow row(Guarantees guarantees, String design, Kind kind, List<MergedCpu> members,
                                 boolean usual) {
        List<Word> words = new ArrayList<>();
        for (Set<Alignment> placements : ORDINARY) {
            words.add(word(guarantees, members, kind, PairClass.ORDINARY, placements, usual));
        }
        words.add(word(guarantees, members, kind, PairClass.LOCKED_WRITE, LINE, usual));
        words.add(word(guarantees, members, kind, PairClass.BOTH_LOCKED, LINE, usual));
        String by = kind == Kind.SWEEP ? "tester" : kind.toString();
        return new DesignRow(design, usual ? by : by + ", other pairs", words,
            usual ? String.valueOf(members.stream().mapToInt(cpu -> runs(cpu, kind)).sum()) : "",
            !usual ? "" : members.stream().flatMap(cpu -> cpu.runs().stream())
                .filter(run -> run.kind().equals(kind.toString()))
                .map(RunLine::date).max(LocalDate::compareTo).orElseThrow().toString(),
            members.stream().map(cpu -> new DesignRow.Member(cpu.id(), cpu.brand())).toList());
    }

    private static Word word(Guarantees guarantees, List<MergedCpu> cpus, Kind kind, PairClass side,
                             Set<Alignment> placements, boolean usual) {
        List<List<MergedCell>> models = new ArrayList<>();
        Map<Alignment, String> broken = new EnumMap<>(Alignment.class);
        for (MergedCpu cpu : cpus) {
            Predicate<MergedCell> isUsual = cpu.usual();
            List<MergedCell> cells = new ArrayList<>();
            models.add(cells);
            for (MergedPair pair : cpu.pairs()) {
                if (pair.pair().kind() == kind && Answer.classOf(cpu, pair) == side) {
                    List<MergedCell> some = placements.stream().flatMap(placement -> pair.at(placement).stream())
                        .filter(cell -> isUsual.test(cell) == usual).toList();
                    cells.addAll(some);
                    Arrays.stream(Alignment.values()).filter(column -> some.stream()
                        .anyMatch(cell -> cell.placement() == column && cell.tore()))
                        .forEach(column -> broken.merge(column, Contradiction.broken(guarantees, cpu, pair, column),
                            (a, b) -> a.isEmpty() ? b : a));
                }
            }
        }
        return Word.of(Summary.ofModels(models), broken.values().stream().filter(rules -> !rules.isEmpty()).findFirst()
            .orElse(""));
    }

    private static int runs(MergedCpu cpu, Kind kind) {
        return (int) cpu.runs().stream().filter(run -> run.kind().equals(kind.toString())).count();
    }
}
