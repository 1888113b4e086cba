// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.MergedPair;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;

/**
 * A promise of atomicity beside a tear: an erratum, a hypervisor's doing, our mistake or a forgery. A handle costs
 * nothing, so no number of files makes it more than a dispute. Immutable.
 *
 * @param doubt what speaks against the tear, such as {@code promised atomic (I8)}
 */
public record Contradiction(String cpuId, String cpu, String pair, String column, int offset, String words,
                            String counts, String doubt) {

    /** Returns what nobody should believe yet: it takes a second submitter with a handle. */
    static List<Contradiction> unconfirmed(Guarantees guarantees, List<MergedCpu> cpus) {
        List<Contradiction> all = new ArrayList<>();
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                for (Column column : Column.of(cpu)) {
                    List<MergedCell> doubted = pair.at(column.placement()).stream()
                        .filter(cell -> cell.seen() == Seen.UNCONFIRMED).toList();
                    if (!doubted.isEmpty()) {
                        Summary summary = Summary.of(doubted);
                        all.add(new Contradiction(cpu.id(), cpu.brand(), pair.pair().title(), column.title(),
                            doubted.get(0).offset(), summary.words(), summary.counts(),
                            doubt(cpu, pair, promise(guarantees, cpu, pair, column))));
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

    static List<Contradiction> of(Guarantees guarantees, List<MergedCpu> cpus) {
        List<Contradiction> all = new ArrayList<>();
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                for (Column column : Column.of(cpu)) {
                    String broken = broken(guarantees, cpu, pair, column);
                    if (!broken.isEmpty()) {
                        Summary summary = Summary.of(pair.at(column.placement()).stream().filter(MergedCell::tore)
                            .toList());
                        int first = pair.at(column.placement()).stream().filter(MergedCell::tore).findFirst()
                            .orElseThrow().offset();
                        all.add(new Contradiction(cpu.id(), cpu.brand(), pair.pair().title(), column.title(), first,
                            summary.words(), summary.counts(), promised(broken)));
                    }
                }
            }
        }
        return all;
    }

    /**
     * Returns the rules that promised otherwise, or nothing; an emulator or a JVM that splits breaks no vendor's word,
     * and one file's word that the CPU has a feature makes no promise that others' tears could break.
     */
    static String broken(Guarantees guarantees, MergedCpu cpu, MergedPair pair, Column column) {
        if (cpu.model().emulated() || pair.pair().pieces()
            || pair.at(column.placement()).stream().noneMatch(cell -> cell.tore()
            && cell.seen() != Seen.UNCONFIRMED)) {
            return "";
        }
        PairPromise promise = pair.pair().promise(guarantees, cpu.vouched(), column.placement());
        return promise.promise() == Promise.ATOMIC ? String.join(", ", promise.ruleIds()) : "";
    }

    static PairPromise promise(Guarantees guarantees, MergedCpu cpu, MergedPair pair, Column column) {
        return pair.pair().promise(guarantees, cpu.traits(), column.placement());
    }
}
