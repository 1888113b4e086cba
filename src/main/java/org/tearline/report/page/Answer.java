// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.merge.Sides;
import org.tearline.plan.Alignment;
import org.tearline.plan.Processes;
import org.tearline.plan.Width;
import org.tearline.promise.PairClass;
import org.tearline.published.SeriesTier;
import org.tearline.report.text.Words;
import org.tearline.result.Counts;
import org.tearline.result.WhoTore;

/**
 * Holds what was found of one CPU model, in one sentence. Immutable.
 *
 * @param known  the number of its design among {@link KnownCpus}; empty if it has no name there
 * @param torn   whether anything tore, the sign for it first
 */
public record Answer(String cpuId, String name, String brand, String known, boolean torn, String sentence) {
    private static final List<Alignment> INSIDE = List.of(Alignment.ACROSS_8, Alignment.ACROSS_16,
        Alignment.ACROSS_32, Alignment.ACROSS_64);

    /** Sums up what was found of a CPU model. */
    public static Answer of(MergedCpu cpu) {
        List<MergedPair> all = cpu.pairs().stream().filter(pair -> classOf(cpu, pair) != null).toList();
        Predicate<MergedCell> isUsual = cpu.usual();
        List<MergedPair> usual = all.stream().map(pair -> pair.only(isUsual)).toList();
        // Where nobody tried what all try, the answer is of what somebody tried.
        boolean known = usual.stream().flatMap(pair -> pair.cells().stream()).anyMatch(cell -> cell.files() > 0);
        List<MergedPair> pairs = known ? usual : all;
        List<MergedPair> others = known ? all.stream().map(pair -> pair.only(isUsual.negate())).toList() : List.of();
        boolean torn = all.stream().flatMap(pair -> pair.cells().stream()).anyMatch(cell -> cell.seen().torn());
        String sentence = Stream.of(inside(cpu, pairs), across(cpu, pairs), locked(cpu, pairs), besides(others))
            .filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
        return new Answer(cpu.id(), cpu.name(),
            (cpu.isDesignKnown() ? cpu.brand() : cpu.model().key()) + (cpu.model().emulated() ? ", emulated" : ""),
            KnownCpus.which(design -> design.isOf(cpu.microarchitecture())), torn, sentence.isEmpty()
            ? "no answer yet: nothing but interpreted accesses, accesses in pieces or"
            + " other values than a long was tried" : sentence);
    }

    /** Tears where the usual writes and reads, or the usual offsets, may have shown none. */
    private static String besides(List<MergedPair> others) {
        return others.stream().filter(pair -> cells(List.of(pair), Set.copyOf(INSIDE)).stream()
            .anyMatch(cell -> cell.seen().torn())).map(pair -> pair.pair().title()).findFirst()
            .map(title -> title + " tore inside a line, which no default sweep tries there").orElse("");
    }

    /**
     * Returns the class of a pair whose every access of a long is one instruction; null of any other, which says
     * nothing of how a CPU makes a long.
     */
    static PairClass classOf(MergedCpu cpu, MergedPair pair) {
        return pair.pair().pieces() || pair.pair().tier() == SeriesTier.INTERPRETER
            || pair.pair().width() != Width.LONG || pair.pair().processes() != Processes.ONE ? null : PairClass.of(
            pair.pair().writeClass(cpu.model().architecture()), pair.pair().readClass(cpu.model().architecture()));
    }

    private static String inside(MergedCpu cpu, List<MergedPair> pairs) {
        List<MergedCell> tried = INSIDE.stream().flatMap(place -> cells(pairs, Set.of(place)).stream()).toList();
        List<Alignment> tore = INSIDE.stream().filter(place -> cells(pairs, Set.of(place)).stream()
            .anyMatch(cell -> cell.seen().torn())).toList();
        if (tried.stream().noneMatch(cell -> cell.files() > 0)) {
            return "";
        }
        if (tore.isEmpty()) {
            return "inside a line nothing tore in " + Words.many(changes(tried)) + " changes"
                + (disputed(tried) ? "; disputed: torn in " + files(tried)
                : tried.stream().allMatch(cell -> cell.seen() == Seen.NONE_STRONG) ? "" : ", weakly shown");
        }
        return verb(cpu, pairs, Set.copyOf(tore)) + " "
            + tore.stream().map(Words::place).collect(Collectors.joining(" and ")) + " inside a line";
    }

    /** Returns which side is split there, as far as any pair can tell. */
    private static String verb(MergedCpu cpu, List<MergedPair> pairs, Set<Alignment> places) {
        boolean stores = false;
        boolean loads = false;
        for (MergedPair pair : pairs) {
            WhoTore who = Sides.at(places, pair, cpu);
            stores |= who != null && who.write().tears();
            loads |= who != null && who.read().tears();
        }
        return stores ? loads ? "splits stores and loads" : "splits stores" : loads ? "splits loads" : "tears";
    }

    private static String across(MergedCpu cpu, List<MergedPair> pairs) {
        List<MergedPair> tried = answered(pairs.stream().filter(pair -> classOf(cpu, pair) != PairClass.BOTH_LOCKED)
            .toList());
        long tore = tried.stream().filter(Answer::toreAcross).count();
        if (tried.isEmpty()) {
            return "";
        }
        return tore == 0 ? "across a line no pair tore" : tore == tried.size()
            ? "across a line every pair tried tears unless both lock"
            : "across a line " + tore + " of " + tried.size() + " pairs not locked on both sides tear";
    }

    private static String locked(MergedCpu cpu, List<MergedPair> pairs) {
        List<MergedPair> tried = answered(pairs.stream().filter(pair -> classOf(cpu, pair) == PairClass.BOTH_LOCKED)
            .toList());
        if (tried.isEmpty()) {
            return "";
        }
        List<MergedCell> cells = cells(tried, Set.of(Alignment.ACROSS_LINE));
        if (cells.stream().anyMatch(cell -> cell.seen().torn())) {
            return "pairs locked on both sides tear too";
        }
        if (disputed(cells)) {
            return "disputed: locked pairs torn in " + files(cells) + (changes(cells) == 0 ? "" : ", none in "
                + Words.many(changes(cells)) + " changes of the others");
        }
        return cells.stream().anyMatch(cell -> cell.seen() == Seen.FAULT) ? "pairs locked on both sides fault there"
            : "locked pairs never did, in " + Words.many(changes(cells)) + " changes";
    }

    private static List<MergedPair> answered(List<MergedPair> pairs) {
        return pairs.stream().filter(pair -> pair.at(Alignment.ACROSS_LINE).stream()
            .anyMatch(cell -> cell.files() > 0)).toList();
    }

    private static boolean disputed(List<MergedCell> cells) {
        return cells.stream().anyMatch(cell -> cell.tore() && !cell.seen().torn());
    }

    /** Returns how many of how many files saw a disputed tear, in the cell where most did. */
    private static String files(List<MergedCell> cells) {
        Summary summary = Summary.of(cells.stream().filter(cell -> cell.tore() && !cell.seen().torn()).toList());
        return summary.kOfN();
    }

    private static boolean toreAcross(MergedPair pair) {
        return pair.at(Alignment.ACROSS_LINE).stream().anyMatch(MergedCell::tore);
    }

    private static List<MergedCell> cells(List<MergedPair> pairs, Set<Alignment> places) {
        List<MergedCell> cells = new ArrayList<>();
        pairs.forEach(pair -> places.forEach(place -> cells.addAll(pair.at(place))));
        return cells;
    }

    private static long changes(List<MergedCell> cells) {
        return cells.stream().filter(cell -> !cell.seen().torn()).mapToLong(cell -> cell.seen().none()
            ? cell.changes() : cell.silentChanges()).reduce(0, Counts::sum);
    }
}
