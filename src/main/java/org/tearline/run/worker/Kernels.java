// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.tearline.loop.Access;
import org.tearline.loop.Accesses;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.ReadKernel.ReadTally;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.Kernel.WriteKernel.WriteTally;
import org.tearline.loop.MemoryAccesses;
import org.tearline.loop.Region;
import org.tearline.loop.Specialization;
import org.tearline.loop.StressAction;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.run.link.Message.CompiledLoop;
import org.tearline.run.link.WorkerCommand;
import org.tearline.run.worker.Round.KernelPair;
import org.tearline.trial.Api;
import org.tearline.trial.Generations;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * The compiled loops for one kind of memory. Each is created once and warmed up until its code reaches the requested
 * tier, or for a limited number of rounds. Not thread-safe.
 */
final class Kernels {
    /**
     * Iterations per call. Few, because HotSpot's final compilation requires calls as well as iterations: 60 calls and
     * 1,500 iterations with the thresholds that {@link WorkerCommand} sets.
     */
    private static final int WARM_UP_BATCH = 30;
    private static final int WARM_UP_CALLS = 100;
    private static final int WARM_UP_ROUNDS = 200;
    private static final String LOOP = "run";
    /** For the locked long inside a vector, because a ByteBuffer has no misaligned locked access. */
    private static final Accesses BY_ADDRESS = MemoryAccesses.of(Memory.UNSAFE);
    private static final Operand LONGS = new Operand(null, Width.LONG);
    private static final int C1_LEVEL = 1;
    private static final int C2_LEVEL = 4;
    /** A value of different bytes, as if torn. */
    private static final long TORN_SOMEWHERE = 0x0203020302030203L;

    private final Region region;
    private final Memory memory;
    private final Geometry geometry;
    private final Tier tier;
    private final JitLog log;
    private final Accesses accesses;
    private final Map<List<Object>, Object> made = new HashMap<>();

    Kernels(Memory memory, Region region, Geometry geometry, Tier tier, JitLog log, Accesses accesses) {
        this.memory = memory;
        this.region = region;
        this.geometry = geometry;
        this.tier = tier;
        this.log = log;
        this.accesses = accesses;
    }

    WriteKernel writer(TrialSpec trial, List<StressAction> stress) throws IOException {
        WriteMode mode = trial.write();
        boolean byAddress = trial.oneSided() && mode != WriteMode.PLAIN;
        if (byAddress) {
            Access resync = BY_ADDRESS.read(ReadMode.VOLATILE);
            return (WriteKernel) compiled(List.of("inside", mode, stress),
                () -> Specialization.writer(BY_ADDRESS.write(mode), resync, LONGS, stress), trial, byAddress);
        }
        Operand operand = operand(trial.width());
        return (WriteKernel) compiled(List.of("write", mode, trial.width(), stress, misalignment(trial)),
            () -> writer(trial, operand, stress), trial, byAddress);
    }

    private WriteKernel writer(TrialSpec trial, Operand operand, List<StressAction> stress) {
        if (trial.width().isVector()) {
            return Specialization.vectorWriter(operand, stress);
        }
        return Specialization.writer(accesses.write(trial.write()), unlockedRead(), operand, stress);
    }

    ReadKernel reader(TrialSpec trial, List<StressAction> stress) throws IOException {
        ReadMode mode = trial.read();
        boolean byAddress = trial.oneSided() && mode != ReadMode.PLAIN;
        if (byAddress) {
            return (ReadKernel) compiled(List.of("inside", mode, stress),
                () -> Specialization.reader(BY_ADDRESS.read(mode), LONGS, stress), trial, byAddress);
        }
        Operand operand = operand(trial.width());
        if (trial.oneSided()) {
            int offset = trial.lockedOffset();
            return (ReadKernel) compiled(List.of("inside", trial.width(), offset % Long.BYTES, stress),
                () -> Specialization.insideReader(operand, offset, stress), trial, byAddress);
        }
        return (ReadKernel) compiled(List.of(mode, trial.width(), stress, misalignment(trial)),
            () -> reader(trial, operand, stress), trial, byAddress);
    }

    private ReadKernel reader(TrialSpec trial, Operand operand, List<StressAction> stress) {
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
                writer(trial, stressor.writer()).run(target, new long[trial.width().words()], 1, new WriteTally());
            } else {
                // The candidate is not zero, because a CAS reader skips zeros.
                reader(trial, stressor.reader()).run(target, new long[] {1}, 1, new ReadTally(1, trial.seenWidth()));
            }
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            if (trial.width().isVector()) {
                return e.getMessage();
            }
            return e.toString();
        }
    }

    /** Why a loop or the access in it is not compiled in the requested tier, or null. */
    String tierProblem(Object kernel) throws IOException {
        if (tier == Tier.INTERPRETER) {
            return null;
        }
        int level = C1_LEVEL;
        if (tier == Tier.C2) {
            level = C2_LEVEL;
        }
        String problem = log.problem(kernel.getClass().getName(), LOOP, level);
        if (problem == null) {
            return null;
        }
        return problem + ", not in " + tier;
    }

    /**
     * The state of the compilation log before a slice.
     *
     * @param problem why the loops are not in the requested tier at the start of the slice, or null
     */
    record Mark(int disturbances, String problem) {
    }

    Mark mark(KernelPair pair) throws IOException {
        if (tier == Tier.INTERPRETER) {
            return new Mark(0, null);
        }
        return new Mark(log.mark(), tierProblem(pair));
    }

    private String tierProblem(KernelPair pair) throws IOException {
        for (Object loop : pair.loops()) {
            String problem = tierProblem(loop);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /**
     * Why some accesses since a mark may not have run in the requested tier, or null. Code that was invalidated or left
     * through a trap counts even if it has been compiled again. Takes a few microseconds if nothing was compiled.
     */
    String tierProblemSince(Mark mark, KernelPair pair) throws IOException {
        if (tier == Tier.INTERPRETER || mark.problem() != null) {
            return mark.problem();
        }
        String disturbance = log.disturbance(mark.disturbances(),
            pair.loops().stream().map(loop -> loop.getClass().getName()).toList(), LOOP);
        if (disturbance == null) {
            return tierProblem(pair);
        }
        return disturbance;
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

    private Operand operand(Width width) {
        return new Operand(region.object(), width);
    }

    /** The misalignment for the warm-up, which matters because the JDK's checked APIs branch on the alignment. */
    private int misalignment(TrialSpec trial) {
        if (trial.width().isVector() || !Api.checks(memory) || trial.aligned()) {
            return 0;
        }
        return trial.width().bytes() / 2;
    }

    private Object compiled(List<Object> key, Supplier<Object> maker, TrialSpec trial, boolean byAddress)
        throws IOException {
        Object kernel = made.get(key);
        if (kernel == null) {
            kernel = maker.get();
            Width width = trial.width();
            if (byAddress) {
                width = Width.LONG;
            }
            warmUp(kernel, width, misalignment(trial), byAddress);
            made.put(key, kernel);
        }
        return kernel;
    }

    /**
     * Runs the loop in the third page of a control slot, where no round has a value. No locked access crosses a line
     * there.
     */
    private void warmUp(Object kernel, Width width, int misalignment, boolean byAddress) throws IOException {
        int inSlot = 2 * geometry.pageBytes() + geometry.lineBytes() + Width.LONG.bytes() + misalignment;
        long address = region.base() + region.slot(Region.CONTROL_SLOT) + inSlot;
        Generations generations = Generations.cycling(1, 0, 1, width, ByteOrder.nativeOrder());
        Target inRegion = Target.of(region, Region.CONTROL_SLOT, inSlot, width, geometry);
        Target target = inRegion;
        if (byAddress) {
            target = inRegion.at(address);
        }
        BitSet anySeam = new BitSet();
        anySeam.set(1);
        long[] candidates = Seams.candidates(Generations.alternating(1, 0, width), anySeam, ByteOrder.nativeOrder());
        long[] table = generations.table(0);
        WriteTally writes = new WriteTally();
        ReadTally reads = new ReadTally(WARM_UP_BATCH, width);
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (int call = 0; call < WARM_UP_CALLS; call++) {
                Region.put(address, width, valueToFind(call, candidates, table));
                if (kernel instanceof WriteKernel writer) {
                    writer.run(target, table, WARM_UP_BATCH, writes);
                } else {
                    ((ReadKernel) kernel).run(target, candidates, WARM_UP_BATCH, reads);
                }
            }
            if (tierProblem(kernel) == null) {
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

    /** Compiles loops as a trial would. */
    static List<CompiledLoop> compile(CompileRequest request, JitLog log) throws IOException {
        try (Region region = Region.open(request.memory(), request.geometry().pageBytes())) {
            Kernels kernels = new Kernels(request.memory(), region, request.geometry(), request.tier(), log,
                MemoryAccesses.of(request.memory()));
            TrialSpec plain = new TrialSpec(request.memory(), request.width(), request.offset(), WriteMode.PLAIN,
                ReadMode.PLAIN, 1, 1, Processes.ONE, request.tier(), 0);
            Stressor stressor = Stressor.named(request.stressor());
            List<CompiledLoop> loops = new ArrayList<>();
            for (WriteMode write : request.writes()) {
                loops.add(kernels.compile(plain.with(write, ReadMode.PLAIN), Side.WRITE, write, stressor));
            }
            for (ReadMode read : request.reads()) {
                loops.add(kernels.compile(plain.with(WriteMode.PLAIN, read), Side.READ, read, stressor));
            }
            return loops;
        }
    }

    private CompiledLoop compile(TrialSpec trial, Side side, Object mode, Stressor stressor) throws IOException {
        Target target = Target.of(region, Region.CONTROL_SLOT, trial.offset() % Width.LONG.bytes(), trial.width(),
            geometry);
        String refusal = tryOnce(trial, side, stressor, target);
        if (refusal != null) {
            return new CompiledLoop(side, mode.toString(), null, refusal);
        }
        Object loop = loop(trial, side, stressor);
        return new CompiledLoop(side, mode.toString(), loop.getClass().getName(), tierProblem(loop));
    }

    private Object loop(TrialSpec trial, Side side, Stressor stressor) throws IOException {
        if (side == Side.WRITE) {
            return writer(trial, stressor.writer());
        }
        return reader(trial, stressor.reader());
    }
}
