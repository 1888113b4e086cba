// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.report.text.Words;

/**
 * A promise of atomicity beside a tear: an erratum, a hypervisor's doing, our mistake or a forgery. A handle costs
 * nothing, so no number of files makes it more than a dispute. Immutable.
 *
 * @param doubt what speaks against the tear, such as {@code promised atomic (I8)}
 */
public record Contradiction(String cpuId, String cpu, String pair, String column, int offset, String words,
                            String counts, String doubt) {

    /** Says what speaks against a tear; empty if nothing does. */
    private interface Doubt {
        String of(MergedCpu cpu, MergedPair pair, Alignment place);
    }

    /** Returns the tears that break a promise. */
    static List<Contradiction> of(Guarantees guarantees, List<MergedCpu> cpus) {
        return all(cpus, MergedCell::tore, (cpu, pair, place) -> {
            String rules = broken(guarantees, cpu, pair, place);
            return rules.isEmpty() ? "" : promised(rules);
        });
    }

    /** Returns what nobody should believe yet: it takes a second submitter with a handle. */
    static List<Contradiction> unconfirmed(Guarantees guarantees, List<MergedCpu> cpus) {
        return all(cpus, cell -> cell.seen() == Seen.UNCONFIRMED, (cpu, pair, place) ->
            doubt(cpu, pair, pair.pair().promise(guarantees, cpu.traits(), place)));
    }

    private static List<Contradiction> all(List<MergedCpu> cpus, Predicate<MergedCell> which, Doubt doubt) {
        List<Contradiction> all = new ArrayList<>();
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                for (Alignment place : CpuViews.places(cpu)) {
                    List<MergedCell> cells = pair.at(place).stream().filter(which).toList();
                    String words = cells.isEmpty() ? "" : doubt.of(cpu, pair, place);
                    if (!words.isEmpty()) {
                        Summary summary = Summary.of(cells);
                        all.add(new Contradiction(cpu.id(), cpu.brand(), pair.pair().title(), Words.place(place),
                            cells.get(0).offset(), summary.words(), summary.counts(), words));
                    }
                }
            }
        }
        return all;
    }

    /** Returns why one submitter's word is not enough. */
    private static String doubt(MergedCpu cpu, MergedPair pair, PairPromise promise) {
        return promise.promise() == Promise.ATOMIC ? promised(String.join(", ", promise.ruleIds()))
            : pair.pair().bothLocked(cpu.model().architecture()) ? "both sides are locked"
            : "more files have a strong negative result";
    }

    private static String promised(String rules) {
        return "promised atomic (" + rules + ")";
    }

    /**
     * Returns the rules that promised otherwise, or nothing; an emulator or a JVM that splits breaks no vendor's word,
     * and one file's word that the CPU has a feature makes no promise that others' tears could break.
     */
    static String broken(Guarantees guarantees, MergedCpu cpu, MergedPair pair, Alignment column) {
        if (cpu.model().emulated() || pair.pair().pieces()
            || pair.at(column).stream().noneMatch(cell -> cell.tore()
            && cell.seen() != Seen.UNCONFIRMED)) {
            return "";
        }
        PairPromise promise = pair.pair().promise(guarantees, cpu.vouched(), column);
        return promise.promise() == Promise.ATOMIC ? String.join(", ", promise.ruleIds()) : "";
    }
}
