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
 * A promise of atomicity beside a tear: an erratum, a hypervisor's doing, or our mistake. Immutable.
 *
 * @param rules the rules that promised otherwise; empty where none does, but both sides are locked
 */
public record Contradiction(String cpuId, String cpu, String pair, String column, int offset, String words,
                            String counts, String rules) {

    /** Returns what nobody should believe yet: it takes a second submitter with a handle. */
    static List<Contradiction> unconfirmed(Guarantees guarantees, List<MergedCpu> cpus) {
        List<Contradiction> all = new ArrayList<>();
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                for (Column column : Column.of(cpu)) {
                    List<MergedCell> doubted = pair.at(column.placement()).stream()
                        .filter(cell -> cell.seen() == Seen.UNCONFIRMED).toList();
                    if (!doubted.isEmpty()) {
                        PairPromise promise = promise(guarantees, cpu, pair, column);
                        Summary summary = Summary.of(doubted);
                        all.add(new Contradiction(cpu.id(), cpu.brand(), pair.pair().title(), column.title(),
                            doubted.get(0).offset(), summary.words(), summary.counts(),
                            promise.promise() == Promise.ATOMIC ? String.join(", ", promise.ruleIds()) : ""));
                    }
                }
            }
        }
        return all;
    }

    /** Returns why one submitter's word is not enough. */
    public String doubt() {
        return rules.isEmpty() ? "both sides are locked" : "promised atomic (" + rules + ")";
    }

    static List<Contradiction> of(Guarantees guarantees, List<MergedCpu> cpus) {
        List<Contradiction> all = new ArrayList<>();
        for (MergedCpu cpu : cpus) {
            for (MergedPair pair : cpu.pairs()) {
                for (Column column : Column.of(cpu)) {
                    String broken = broken(guarantees, cpu, pair, column);
                    if (!broken.isEmpty()) {
                        Summary summary = Summary.of(pair.at(column.placement()));
                        int first = pair.at(column.placement()).stream().filter(MergedCell::tore).findFirst()
                            .orElseThrow().offset();
                        all.add(new Contradiction(cpu.id(), cpu.brand(), pair.pair().title(), column.title(), first,
                            summary.words(), summary.counts(), broken));
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
