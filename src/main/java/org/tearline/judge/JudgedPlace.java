// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.Pair;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.promise.PairPromise;
import org.tearline.published.SeriesTier;

/**
 * One kind of place of a site: what is promised there, what was measured, what others report. Immutable.
 *
 * @param certain  false where the collector decides where the object lies, so that this is the worst that may come
 * @param offsets  ascending
 * @param measured of each CPU model with an answer; empty for values that no result is about
 */
public record JudgedPlace(Alignment placement, boolean certain, List<Integer> offsets, long hits,
                          List<Measured> measured, List<Promised> promises) {
    /** Holds what the results of one CPU model saw of such an access and one kind of other half. */
    public record Measured(String cpu, String key, PairClass pair, Summary summary) {
        /** Returns whether anybody saw a tear. */
        public boolean tore() {
            return summary.torn() > 0;
        }
    }

    /**
     * Holds what is promised of one family of CPUs.
     *
     * @param itself  of the access alone
     * @param partner of it and an ordinary access of another thread together
     */
    public record Promised(String cpu, boolean x86, PairPromise itself, PairPromise partner) {
    }

    static JudgedPlace of(AgentReport.Access access, Alignment placement, boolean certain, List<Integer> offsets,
                          long hits, List<MergedCpu> cpus, Guarantees guarantees) {
        return new JudgedPlace(placement, certain, offsets, hits, measured(access, placement, cpus),
            promises(access, placement, guarantees));
    }

    /** Returns whether any result saw it torn. */
    public boolean tore() {
        return measured.stream().anyMatch(Measured::tore);
    }

    /** Returns whether a lock there is a split lock on x86. */
    public boolean splitLock(AgentReport.Access access) {
        return access.operation() == AgentReport.Operation.UPDATE && placement.compareTo(Alignment.ACROSS_LINE) >= 0;
    }

    private static List<Measured> measured(AgentReport.Access access, Alignment placement, List<MergedCpu> cpus) {
        List<Measured> all = new ArrayList<>();
        for (PairClass kind : access.pairs()) {
            for (MergedCpu cpu : cpus) {
                List<MergedCell> cells = cpu.pairs().stream().filter(pair -> !cpu.model().emulated()
                    && speaksOf(pair.pair(), access, kind, cpu.model().architecture()))
                    .flatMap(pair -> pair.at(placement).stream()).toList();
                // What others tried besides must not weaken what every default sweep tries, but its tears count.
                Predicate<MergedCell> isUsual = cpu.usual();
                boolean known = cells.stream().anyMatch(isUsual);
                Summary summary = Summary.of(cells.stream().filter(cell -> !known || isUsual.test(cell) || cell.tore())
                    .toList());
                if (summary.seen() != Seen.UNTESTED) {
                    all.add(new Measured("unknown".equals(cpu.microarchitecture()) ? cpu.brand()
                        : cpu.microarchitecture(), cpu.id(), kind, summary));
                }
            }
        }
        return all;
    }

    /** Returns whether a row of a result is about this access and that kind of other half, each one instruction. */
    private static boolean speaksOf(Pair pair, AgentReport.Access access, PairClass kind, Architecture architecture) {
        AccessClass write = pair.writeClass(architecture);
        AccessClass read = pair.readClass(architecture);
        // A guard is several accesses, and the program makes one.
        boolean one = !pair.read().guarded() && pair.write() != WriteMode.SEQLOCK;
        if (!one || pair.width().bytes() != access.bytes() || pair.pieces() || pair.tier() == SeriesTier.INTERPRETER
            || PairClass.of(write, read) != kind) {
            return false;
        }
        // On x86 every ordinary access is a MOV, whatever it orders.
        AccessClass itself = access.on(architecture);
        return architecture == Architecture.X86_64 || switch (access.operation()) {
            case READ -> read == itself;
            case WRITE -> write == itself;
            case UPDATE -> true;
        };
    }

    private static List<Promised> promises(AgentReport.Access access, Alignment placement, Guarantees guarantees) {
        return guarantees.families().stream().map(family -> {
            AccessClass itself = access.on(family.traits().architecture());
            return new Promised(family.name(), family.traits().architecture() == Architecture.X86_64,
                guarantees.side(family.traits(), access.bytes(), placement, itself),
                guarantees.pair(family.traits(), access.bytes(), placement, itself, AccessClass.PLAIN));
        }).toList();
    }

}
