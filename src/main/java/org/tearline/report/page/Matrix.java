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
import org.tearline.plan.Placement;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.published.Kind;
import org.tearline.report.merged.Design;
import org.tearline.report.merged.MergedCell;
import org.tearline.report.merged.MergedCpu;
import org.tearline.report.merged.MergedPair;
import org.tearline.report.merged.RunLine;
import org.tearline.report.merged.Summary;

/** One row per microarchitecture and harness. Pure; any thread. */
final class Matrix {
    /** The columns between the name and the numbers of runs. */
    static final List<String> TITLES = List.of("aligned", "inside line", "over 8", "over 16", "over 32", "over line",
        "over page", "CAS over line, plain read", "CAS over line, locked read");

    private static final Set<Placement> INSIDE = EnumSet.of(Placement.WITHIN_8, Placement.WITHIN_16,
        Placement.WITHIN_32, Placement.WITHIN_64, Placement.WITHIN_LINE);
    private static final List<Set<Placement>> ORDINARY = List.of(EnumSet.of(Placement.ALIGNED), INSIDE,
        EnumSet.of(Placement.WITHIN_16), EnumSet.of(Placement.WITHIN_32), EnumSet.of(Placement.WITHIN_64),
        EnumSet.of(Placement.CROSSES_LINE), EnumSet.of(Placement.CROSSES_PAGE));
    private static final Set<Placement> LINE = EnumSet.of(Placement.CROSSES_LINE);

    private Matrix() {
    }

    /** The rows of real CPUs or of emulated ones, in the order of their names. */
    static List<DesignRow> rows(Guarantees guarantees, List<MergedCpu> cpus, boolean emulated) {
        List<DesignRow> rows = new ArrayList<>();
        Design.of(cpus, emulated).forEach(design -> Arrays.stream(Kind.values()).forEach(kind -> {
            List<MergedCpu> some = design.members().stream().filter(cpu -> runs(cpu, kind) > 0).toList();
            if (!some.isEmpty()) {
                rows.add(row(guarantees, design.marked(), kind, some));
            }
        }));
        return rows;
    }

    private static DesignRow row(Guarantees guarantees, String design, Kind kind, List<MergedCpu> members) {
        List<Word> words = new ArrayList<>();
        for (Set<Placement> placements : ORDINARY) {
            words.add(word(guarantees, members, kind, PairClass.ORDINARY, placements));
        }
        words.add(word(guarantees, members, kind, PairClass.LOCKED_WRITE, LINE));
        words.add(word(guarantees, members, kind, PairClass.BOTH_LOCKED, LINE));
        return new DesignRow(design, kind == Kind.SWEEP ? "tester" : kind.toString(), words,
            members.stream().mapToInt(cpu -> runs(cpu, kind)).sum(),
            members.stream().flatMap(cpu -> cpu.runs().stream()).filter(run -> run.kind().equals(kind.toString()))
                .map(RunLine::date).max(LocalDate::compareTo).orElseThrow().toString(),
            members.stream().map(cpu -> new DesignRow.Member(cpu.id(), cpu.brand())).toList());
    }

    private static Word word(Guarantees guarantees, List<MergedCpu> cpus, Kind kind, PairClass side,
                             Set<Placement> placements) {
        List<MergedCell> cells = new ArrayList<>();
        Map<Column, String> broken = new EnumMap<>(Column.class);
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                if (pair.pair().kind() == kind && Answer.classOf(cpu, pair) == side) {
                    placements.forEach(placement -> cells.addAll(pair.at(placement)));
                    Arrays.stream(Column.values()).filter(column -> placements.contains(column.placement()))
                        .forEach(column -> broken.merge(column, Contradiction.broken(guarantees, cpu, pair, column),
                            (a, b) -> a.isEmpty() ? b : a));
                }
            }
        }
        return Word.of(Summary.of(cells), broken.values().stream().filter(rules -> !rules.isEmpty()).findFirst()
            .orElse(""));
    }

    private static int runs(MergedCpu cpu, Kind kind) {
        return (int) cpu.runs().stream().filter(run -> run.kind().equals(kind.toString())).count();
    }
}
