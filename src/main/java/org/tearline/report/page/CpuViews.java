// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.merge.Jcstress;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Pair;
import org.tearline.merge.Sides;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.platform.CpuFeature;
import org.tearline.platform.Emulated;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.published.CpuPair.TierControl;
import org.tearline.published.SeriesTier;
import org.tearline.report.text.SideText;
import org.tearline.report.text.Words;
import org.tearline.result.Planted;
import org.tearline.result.StressorUse;
import org.tearline.result.WhoTore;

/** Makes the sections of the page out of CPU models. Pure. Thread-safe. */
final class CpuViews {
    /** As the tester calls it. */
    private static final String NO_STRESSOR = "none";

    private CpuViews() {
    }

    static CpuView of(Guarantees guarantees, MergedCpu cpu, List<Jcstress> jcstress, boolean single) {
        List<Alignment> columns = places(cpu);
        return new CpuView(cpu.id(), cpu.brand(), cpu.microarchitecture(), cpu.model().key(), facts(cpu),
            cpu.model().emulated(), single ? "" : "results/" + cpu.model().arch() + "/" + cpu.model().key() + "/",
            columns, cpu.pairs().stream().map(pair -> pair(guarantees, cpu, pair, columns)).toList(),
            Stream.of(planted(cpu), cpu.controls().stream().map(CpuViews::sentence),
                cpu.sensitivities().entrySet().stream()
                    .filter(it -> it.getValue().yield() > 0).map(it -> sentence(it.getKey(), it.getValue())),
                jcstress.stream().filter(one -> one.cpu().model().equals(cpu.model()))
                    .map(one -> "jcstress: " + one.words()))
                .flatMap(Function.identity()).toList(),
            cpu.instructions().entrySet().stream().map(entry -> new CpuView.Instruction(entry.getKey().toString(),
                String.join("; ", entry.getValue()))).toList(), RatePlot.of(cpu), rules(guarantees, cpu.traits(),
            cpu.pairs().stream().map(pair -> pair.pair().width().bytes()).distinct().toList()),
            cpu.runs().size(), cpu.submitters(), cpu.newest().toString());
    }

    /** Returns the promises about values of some widths that apply to a CPU. */
    static List<CpuView.RuleView> rules(Guarantees guarantees, CpuTraits cpu, List<Integer> widths) {
        return guarantees.rulesFor(cpu).stream().filter(rule -> widths.stream().anyMatch(rule::speaksOf))
            .map(rule -> new CpuView.RuleView(rule.id(), rule.vendor(), rule.appliesTo(), rule.access(),
                rule.sentence(), rule.sources(), rule.confidence())).toList();
    }

    private static CpuView.PairView pair(Guarantees guarantees, MergedCpu cpu, MergedPair pair,
                                         List<Alignment> columns) {
        return new CpuView.PairView(pair.pair().title(), Links.place(pair),
            CpuView.SeenView.joined(columns.stream().map(column -> !fits(cpu, pair, column) ? Word.IMPOSSIBLE
                : Word.of(Summary.of(pair.at(column)),
                Contradiction.broken(guarantees, cpu, pair, column))).toList()),
            CpuView.WhoView.joined(columns.stream().map(column -> who(cpu, pair, column)).toList()),
            CpuView.PromiseView.joined(columns.stream()
                .map(column -> promise(guarantees, cpu, pair, column)).toList()));
    }

    static CpuView.WhoView who(MergedCpu cpu, MergedPair pair, Alignment column) {
        WhoTore who = Sides.at(Set.of(column), pair, cpu);
        return who == null ? new CpuView.WhoView("", "", 1)
            : new CpuView.WhoView(SideText.words(who), SideText.sentence(who), 1);
    }

    static CpuView.PromiseView promise(Guarantees guarantees, MergedCpu cpu, MergedPair pair, Alignment column) {
        if (!fits(cpu, pair, column)) {
            return new CpuView.PromiseView("cannot be", "", "", null, 1);
        }
        if (pair.pair().pieces()) {
            return new CpuView.PromiseView("not one instruction", "", "", null, 1);
        }
        return promise(guarantees, cpu.traits(), pair.pair().width().bytes(), column,
            pair.pair().writeClass(cpu.model().architecture()), pair.pair().readClass(cpu.model().architecture()));
    }

    /** Returns whether a value can lie there: no long is misaligned inside 8 bytes. */
    private static boolean fits(MergedCpu cpu, MergedPair pair, Alignment column) {
        Geometry geometry = cpu.model().geometry();
        int width = pair.pair().width().bytes();
        return IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - width, geometry.pageBytes()))
            .anyMatch(offset -> Alignment.of(offset, width, geometry) == column);
    }

    /** Returns the places that a CPU's table shows: those of long lines and of short values only where they occur. */
    static List<Alignment> places(MergedCpu cpu) {
        Set<Alignment> found = cpu.pairs().stream().flatMap(pair -> pair.cells().stream())
            .map(MergedCell::placement).collect(Collectors.toSet());
        return Stream.of(Alignment.values()).filter(place -> place != Alignment.ACROSS_64
            && place != Alignment.INSIDE_8 || found.contains(place)).toList();
    }

    /** Returns what is promised of a write and a read together and, where they differ, of each. */
    static CpuView.PromiseView promise(Guarantees guarantees, CpuTraits cpu, int widthBytes, Alignment column,
                                       AccessClass write, AccessClass read) {
        PairPromise both = guarantees.pair(cpu, widthBytes, column, write, read);
        PairPromise writing = guarantees.side(cpu, widthBytes, column, write);
        PairPromise reading = guarantees.side(cpu, widthBytes, column, read);
        return new CpuView.PromiseView(words(both), writing.promise() == reading.promise() ? ""
            : "write " + side(writing) + "; read " + side(reading), String.join(", ", both.ruleIds()), both.promise(),
            1);
    }

    private static String side(PairPromise promise) {
        return words(promise) + (promise.rules().isEmpty() ? "" : " (" + String.join(", ", promise.ruleIds()) + ")");
    }

    static String words(PairPromise promise) {
        return switch (promise.promise()) {
            case ATOMIC -> "atomic";
            case NO_RULE -> promise.asked().isEmpty() ? "no rule found"
                : "depends on " + promise.asked().stream().sorted().map(feature -> feature == CpuFeature.USCAT
                    ? "LSE2 (uscat)" : feature.toString()).collect(Collectors.joining(", ")) + ", not recorded";
            case NOT_GUARANTEED -> "not guaranteed";
            case NOT_GUARANTEED_OR_TRAPS -> "not guaranteed, or traps";
            case FAULTS -> "faults";
        };
    }

    private static String facts(MergedCpu cpu) {
        Geometry geometry = cpu.model().geometry();
        long guests = cpu.runs().stream().filter(Predicate.not(run -> "none".equals(run.hypervisor()))).count();
        return cpu.model().arch() + ", " + geometry.lineBytes() + "-byte lines, " + geometry.pageBytes()
            + "-byte pages; " + (guests == 0 ? "no run under a hypervisor" : guests + " of " + cpu.runs().size()
            + (cpu.runs().size() == 1 ? " run" : " runs") + " under a hypervisor, or where that is unknown")
            + emulated(cpu) + (cpu.throttled() == 0 ? "" : "; split locks throttled in " + cpu.throttled())
            + cpu.outweighing().map(run -> "; nearly all changes are of one of its " + cpu.runs().size() + " runs, "
                + run.date() + " by " + run.submitter()).orElse("");
    }

    private static String emulated(MergedCpu cpu) {
        long unknown = cpu.runs().stream().filter(run -> run.emulated() == Emulated.UNKNOWN).count();
        return unknown == 0 ? "" : "; whether it was emulated is unknown of " + (unknown == cpu.runs().size()
            ? unknown == 1 ? "its run" : "all runs" : unknown + " of " + cpu.runs().size() + " runs");
    }

    /** Returns one sentence per tier: of tears that the writer itself stored, how many the reader found. */
    private static Stream<String> planted(MergedCpu cpu) {
        Map<SeriesTier, Planted> tiers = new TreeMap<>();
        cpu.pairs().forEach(pair -> pair.cells().forEach(cell ->
            tiers.merge(pair.pair().tier(), cell.planted(), Planted::plus)));
        return tiers.entrySet().stream().filter(tier -> tier.getValue().expected() > 0).map(tier -> String.format(
            Locale.ROOT, "%s: readers found %,d of about %,d planted tears (about %.0f %%; an offset below 50 %%"
            + " does not count, and one above 150 %% is weak).", tier.getKey(), tier.getValue().found(),
            tier.getValue().expected(), 100 * tier.getValue().efficiency()));
    }

    private static String sentence(Pair pair, StressorUse best) {
        return String.format(Locale.ROOT, "%s: across a line up to %s of the changes were torn, %s.",
            pair.title(), Words.chance(best.yield()), NO_STRESSOR.equals(best.name()) ? "with no stressor"
                : "by the stressor " + best.name());
    }

    private static String sentence(TierControl control) {
        return String.format(Locale.ROOT, "%s: aligned values tore %,d times in %,d changes (they must not).",
            control.tier(), control.aligned().torn(), control.aligned().changes());
    }
}
