// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Comparator;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.published.Kind;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;

/**
 * Holds what makes a row: a write and a read, what executed them, and which harness looked. Memory kinds that come to
 * the same instruction share a row. Immutable.
 *
 * @param pieces whether the JVM may make the access of several instructions
 */
public record Pair(Kind kind, Width width, Processes processes, WriteMode write, ReadMode read, SeriesTier tier,
    boolean pieces)
    implements Comparable<Pair> {
    private static final Comparator<Pair> ORDER = Comparator.comparing(Pair::kind).thenComparing(Pair::processes)
        .thenComparing(pair -> pair.width().isVector()).thenComparing(Pair::width, Comparator.reverseOrder())
        .thenComparing(Pair::pieces).thenComparing(Pair::tier)
        .thenComparing(Pair::write).thenComparing(Pair::read);

    /** Returns the row of a series. */
    public static Pair of(Kind kind, Series series, boolean pieces) {
        return new Pair(kind, series.width(), Processes.of(series.processes()), series.write(), series.read(),
            series.tier(), pieces);
    }

    /** Returns what the write is on an instruction set. */
    public AccessClass writeClass(Architecture architecture) {
        return AccessClass.of(write, width, fastest(), architecture);
    }

    /** Returns what the read is on an instruction set. */
    public AccessClass readClass(Architecture architecture) {
        return AccessClass.of(read, width, architecture);
    }

    /** Returns whether both sides are locked instructions on the value. */
    public boolean bothLocked(Architecture architecture) {
        return architecture.locks(write, fastest()) && architecture.locks(read);
    }

    /** Returns what the vendor promises of both sides together. */
    public PairPromise promise(Guarantees guarantees, CpuTraits cpu, Alignment placement) {
        return guarantees.pair(cpu, width.bytes(), placement, writeClass(cpu.architecture()),
            readClass(cpu.architecture()));
    }

    /** Returns whether every default sweep tries it: what one file adds to such a row, others can contradict. */
    public boolean usual() {
        return width == Width.LONG && processes == Processes.ONE && !pieces
            && tier == SeriesTier.C2 && SweepPlan.USUAL.writes().contains(write)
            && SweepPlan.USUAL.reads().contains(read);
    }

    /** Returns whether neither side reads and writes at once. */
    public boolean ordinary(Architecture architecture) {
        return !writeClass(architecture).readsAndWrites() && !readClass(architecture).readsAndWrites();
    }

    /** Write, read and whatever is not usual about them. */
    public String title() {
        return write + "/" + read + (tier == SeriesTier.C2 ? "" : ", " + tier)
            + (pieces ? ", in pieces" : "")
            + (width == Width.LONG ? "" : ", " + width.bytes() + " bytes")
            + (processes == Processes.ONE ? "" : ", two processes");
    }

    private Tier fastest() {
        return tier == SeriesTier.INTERPRETER ? Tier.INTERPRETER : tier == SeriesTier.C1 ? Tier.C1 : Tier.C2;
    }

    @Override
    public int compareTo(Pair other) {
        return ORDER.compare(this, other);
    }
}
