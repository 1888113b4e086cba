// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.tearline.loop.Access;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.Accesses;
import org.tearline.loop.Kernel.ReadKernel.ReadTally;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel.WriteTally;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.MemoryAccesses;
import org.tearline.loop.Region;
import org.tearline.loop.Specialization;
import org.tearline.loop.StressAction;
import org.tearline.loop.Stressor;
import org.tearline.trial.Api;
import org.tearline.trial.Generations;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * The compiled loops for one kind of memory. Each is created and warmed up once. Not thread-safe.
 */
final class Kernels {
    /**
     * Iterations per call of a new loop. Few, because HotSpot's final compilation requires calls as well as iterations:
     * 60 calls and 1,500 iterations with the thresholds that {@link org.tearline.run.link.WorkerCommand} sets.
     */
    private static final int BATCH = 30;
    private static final int CALLS = 100;
    private static final int ROUNDS = 200;
    /** A value of different bytes, as if torn. */
    private static final long TORN_SOMEWHERE = 0x0203020302030203L;

    private final Region region;
    /** The object that positions are relative to; null if they are addresses. */
    private final Object base;
    private final Memory memory;
    private final Geometry geometry;
    private final TierCheck tier;
    private final Accesses accesses;
    private final Map<List<Object>, Object> made = new HashMap<>();
    /** The loops for a locked long inside a vector, because a ByteBuffer has no misaligned locked access. */
    private Kernels byAddress;

    /** @param accesses replaces the accesses in tests */
    Kernels(Memory memory, Region region, Geometry geometry, TierCheck tier, UnaryOperator<Accesses> accesses) {
        this(memory, region, region.object(), geometry, tier, accesses.apply(MemoryAccesses.of(memory)));
    }

    private Kernels(Memory memory, Region region, Object base, Geometry geometry, TierCheck tier, Accesses accesses) {
        this.memory = memory;
        this.region = region;
        this.base = base;
        this.geometry = geometry;
        this.tier = tier;
        this.accesses = accesses;
    }

    private Kernels byAddress() {
        if (byAddress == null) {
            byAddress = new Kernels(Memory.UNSAFE, region, null, geometry, tier, MemoryAccesses.of(Memory.UNSAFE));
        }
        return byAddress;
    }

    Object loop(TrialSpec trial, Side side, Stressor stressor) throws IOException {
        if (side == Side.WRITE) {
            return writer(trial, stressor);
        }
        return reader(trial, stressor);
    }

    WriteKernel writer(TrialSpec trial, Stressor stressor) throws IOException {
        if (trial.oneSided() && trial.write() != WriteMode.PLAIN) {
            return byAddress().writer(trial.of(Width.LONG), stressor);
        }
        List<StressAction> stress = stressor.writer();
        return (WriteKernel) compiled(List.of(Side.WRITE, trial.write(), trial.width(), stress, misalignment(trial)),
            () -> newWriter(trial, stress), trial);
    }

    private WriteKernel newWriter(TrialSpec trial, List<StressAction> stress) {
        Operand operand = new Operand(base, trial.width());
        if (trial.width().isVector()) {
            return Specialization.vectorWriter(operand, stress);
        }
        return Specialization.writer(accesses.write(trial.write()), unlockedRead(), operand, stress);
    }

    ReadKernel reader(TrialSpec trial, Stressor stressor) throws IOException {
        if (trial.oneSided() && trial.read() != ReadMode.PLAIN) {
            return byAddress().reader(trial.of(Width.LONG), stressor);
        }
        List<StressAction> stress = stressor.reader();
        int inLane = trial.lockedOffset() % Long.BYTES;
        return (ReadKernel) compiled(List.of(Side.READ, trial.read(), trial.width(), stress, misalignment(trial),
            trial.oneSided(), inLane), () -> newReader(trial, stress), trial);
    }

    private ReadKernel newReader(TrialSpec trial, List<StressAction> stress) {
        Operand operand = new Operand(base, trial.width());
        if (trial.oneSided()) {
            return Specialization.insideReader(operand, trial.lockedOffset(), stress);
        }
        if (trial.width().isVector()) {
            return Specialization.vectorReader(operand, stress);
        }
        if (trial.read() == ReadMode.CAS) {
            return Specialization.candidateReader(accesses.write(WriteMode.CAS), unlockedRead(), operand, stress);
        }
        return Specialization.reader(accesses.read(trial.read()), operand, stress);
    }

    /** Runs the loop of one side once. Returns how the API refuses the access, or null if it does not. */
    String tryOnce(TrialSpec trial, Side side, Stressor stressor, Target target) throws IOException {
        try {
            if (side == Side.WRITE) {
                writer(trial, stressor).run(target, new long[trial.width().words()], 1, new WriteTally());
            } else {
                // The candidate is not zero, because a CAS reader skips zeros.
                reader(trial, stressor).run(target, new long[] {1}, 1, new ReadTally(1, trial.seenWidth()));
            }
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            if (trial.width().isVector()) {
                return e.getMessage();
            }
            return e.toString();
        }
    }

    /**
     * The read with which a CAS writer finds the current value and a CAS reader counts changes. It must be possible at
     * a misaligned address, where the JDK's checked APIs have only plain reads.
     */
    private Access unlockedRead() {
        if (Api.checks(memory)) {
            return accesses.read(ReadMode.PLAIN);
        }
        return accesses.read(ReadMode.VOLATILE);
    }

    /** The misalignment for the warm-up, which matters because the JDK's checked APIs branch on the alignment. */
    private int misalignment(TrialSpec trial) {
        if (trial.width().isVector() || !Api.checks(memory) || trial.aligned()) {
            return 0;
        }
        return trial.width().bytes() / 2;
    }

    private Object compiled(List<Object> key, Supplier<Object> maker, TrialSpec trial) throws IOException {
        Object kernel = made.get(key);
        if (kernel == null) {
            kernel = maker.get();
            warmUp(kernel, trial);
            made.put(key, kernel);
        }
        return kernel;
    }

    /**
     * Runs a new loop until its code reaches the requested tier, or for a limited number of rounds. It runs in the
     * third page of a control slot, where no round has a value and no locked access crosses a line.
     */
    private void warmUp(Object kernel, TrialSpec trial) throws IOException {
        Width width = trial.width();
        int inSlot = 2 * geometry.pageBytes() + geometry.lineBytes() + Long.BYTES + misalignment(trial);
        long address = region.base() + region.slot(Region.CONTROL_SLOT) + inSlot;
        Target target = Target.of(region, Region.CONTROL_SLOT, inSlot, width, geometry);
        if (base == null) {
            target = target.at(address);
        }
        BitSet anySeam = new BitSet();
        anySeam.set(1);
        long[] candidates = Generations.alternating(1, 0, width).candidates(anySeam, ByteOrder.nativeOrder());
        long[] table = Generations.cycling(1, 0, 1, width, ByteOrder.nativeOrder()).table(0);
        WriteTally writes = new WriteTally();
        ReadTally reads = new ReadTally(BATCH, width);
        for (int round = 0; round < ROUNDS; round++) {
            for (int call = 0; call < CALLS; call++) {
                Region.put(address, width, valueToFind(call, candidates, table));
                if (kernel instanceof WriteKernel writer) {
                    writer.run(target, table, BATCH, writes);
                } else {
                    ((ReadKernel) kernel).run(target, candidates, BATCH, reads);
                }
            }
            if (tier.problem(kernel) == null) {
                break;
            }
        }
    }

    /**
     * Returns the value that a loop finds in memory in this call. The values make the loop take each of its branches
     * from time to time; otherwise C2 would compile an untaken branch to an uncommon trap.
     */
    private static long valueToFind(int call, long[] candidates, long[] table) {
        return switch (call % 3) {
            case 0 -> TORN_SOMEWHERE + call;
            case 1 -> candidates[call % 2];
            default -> table[call % table.length];
        };
    }
}
