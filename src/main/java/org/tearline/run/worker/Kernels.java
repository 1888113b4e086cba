// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.tearline.loop.Accesses;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.ReadKernel.ReadTally;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.Kernel.WriteKernel.WriteTally;
import org.tearline.loop.PingPong;
import org.tearline.loop.Region;
import org.tearline.loop.Specialization;
import org.tearline.loop.Stress;
import org.tearline.run.link.WorkerProcess;
import org.tearline.run.worker.Round.KernelPair;
import org.tearline.trial.Generations;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * The compiled loops for one kind of memory. Each is made once, and warmed up until its code is at the wanted tier. Not
 * thread-safe.
 */
final class Kernels {
    /**
     * Short batches, because HotSpot wants calls and loop turns before it compiles for good: 60 calls and 1,500 turns
     * at the compile thresholds that {@link WorkerProcess} sets for the loops.
     */
    private static final int WARM_UP_BATCH = 30;
    private static final int WARM_UP_CALLS = 100;
    private static final int WARM_UP_ROUNDS = 200;
    private static final String LOOP = "run";
    /** A locked long inside a vector: a ByteBuffer has no misaligned one. */
    private static final Accesses BY_ADDRESS = Accesses.of(Memory.UNSAFE);
    private static final Operand LONGS = new Operand(null, Width.LONG);
    private static final int C1_LEVEL = 1;
    private static final int C2_LEVEL = 4;
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

    WriteKernel writer(TrialSpec trial, List<Stress> stress) throws IOException {
        if (trial.oneSided() && trial.write() != WriteMode.PLAIN) {
            return (WriteKernel) compiled(List.of("inside", trial.write(), stress), () -> Specialization.writer(
                BY_ADDRESS.write(trial.write()), BY_ADDRESS.read(ReadMode.VOLATILE), LONGS, stress), Width.LONG, 0,
                true);
        }
        Operand operand = operand(trial.width());
        return (WriteKernel) compiled(List.of("write", trial.write(), trial.width(), stress, misaligned(trial)),
            () -> trial.width().isVector() ? Specialization.vectorWriter(operand, stress)
                : Specialization.writer(accesses.write(trial.write()), countingRead(), operand, stress),
            trial.width(), misaligned(trial), false);
    }

    ReadKernel reader(TrialSpec trial, List<Stress> stress) throws IOException {
        ReadMode mode = trial.read();
        if (trial.oneSided() && mode != ReadMode.PLAIN) {
            return (ReadKernel) compiled(List.of("inside", mode, stress), () -> Specialization.reader(
                BY_ADDRESS.read(mode), LONGS, stress), Width.LONG, 0, true);
        }
        Operand operand = operand(trial.width());
        if (trial.oneSided()) {
            return (ReadKernel) compiled(List.of("inside", trial.width(), trial.inside() % Long.BYTES, stress), () ->
                Specialization.insideReader(operand, trial.inside(), stress), trial.width(), 0, false);
        }
        return (ReadKernel) compiled(List.of(mode, trial.width(), stress, misaligned(trial)),
            () -> trial.width().isVector() ? Specialization.vectorReader(operand, stress)
                : mode == ReadMode.CAS
                ? Specialization.candidateReader(accesses.cas(), countingRead(), operand, stress)
                : Specialization.reader(accesses.read(mode), operand, stress),
            trial.width(), misaligned(trial), false);
    }

    /**
     * What the API says if it refuses the accesses of a trial, or null. They are tried outside any loop; if they are
     * refused there, the compiled loops are asked: C2 has an instruction for some accesses that the Java code refuses.
     */
    String refusal(TrialSpec trial, Target target) throws IOException {
        if (trial.width().isVector()) {
            return Specialization.vectorRefusal(operand(trial.width()));
        }
        try {
            accesses.tryOnce(operand(trial.width()), trial.write(), trial.read(), target.position());
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            return tier == Tier.INTERPRETER ? e.toString() : refusalOfLoops(trial, target);
        }
    }

    private String refusalOfLoops(TrialSpec trial, Target target) throws IOException {
        try {
            writer(trial, List.of()).run(target, new long[1], 1, new WriteTally());
            // A reader by questions asks none about a zero, which stands for nothing found.
            reader(trial, List.of()).run(target, new long[] {1}, 1, new ReadTally(1, trial.width()));
            return null;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            return e.toString();
        }
    }

    /** One side of a ping-pong at an aligned place. */
    WriteKernel ping(TrialSpec ordered) throws IOException {
        return (WriteKernel) compiled(List.of("ping"), () -> new PingPong.Ping(accesses.read(ordered.read()),
            accesses.write(ordered.write()), region.object()), Width.LONG, 0, false);
    }

    ReadKernel pong(TrialSpec ordered) throws IOException {
        return (ReadKernel) compiled(List.of("pong"), () -> new PingPong.Pong(accesses.read(ordered.read()),
            accesses.write(ordered.write()), region.object()), Width.LONG, 0, false);
    }

    /** Why a loop's code, or that of its access, is not at the wanted tier just now, or null. */
    String tierProblem(Object kernel) throws IOException {
        String problem = switch (tier) {
            case C2 -> log.problem(kernel.getClass().getName(), LOOP, C2_LEVEL);
            case C1 -> log.problem(kernel.getClass().getName(), LOOP, C1_LEVEL);
            case INTERPRETER -> null;
        };
        return problem == null ? null : problem + ", not in " + tier;
    }

    /**
     * Where the log of compilations stands before a slice is counted.
     *
     * @param problem why the loops are not in the wanted tier as the slice begins, or null
     */
    record Mark(int disturbances, String problem) {
    }

    Mark mark(KernelPair pair) throws IOException {
        if (tier == Tier.INTERPRETER) {
            return new Mark(0, null);
        }
        int disturbances = log.mark();
        String problem = null;
        for (Object loop : pair.loops()) {
            problem = problem == null ? tierProblem(loop) : problem;
        }
        return new Mark(disturbances, problem);
    }

    /**
     * Why some of what was counted since a mark did not run in the wanted tier, or null: a loop's code was thrown away
     * or left through a trap meanwhile, even if it is there again. Costs some microseconds if the JVM compiles nothing.
     */
    String tierProblemSince(Mark mark, KernelPair pair) throws IOException {
        if (tier == Tier.INTERPRETER || mark.problem() != null) {
            return mark.problem();
        }
        List<Object> loops = pair.loops();
        String disturbance = log.disturbance(mark.disturbances(),
            loops.stream().map(loop -> loop.getClass().getName()).toList(), LOOP);
        for (Object loop : loops) {
            if (disturbance == null) {
                disturbance = tierProblem(loop);
            }
        }
        return disturbance;
    }

    private ReadAccess countingRead() {
        return accesses.read(memory.checkedByJdk() ? ReadMode.PLAIN : ReadMode.VOLATILE);
    }

    private Operand operand(Width width) {
        return new Operand(region.object(), width);
    }

    /** How far from a multiple of the width: the Java code of the JDK's APIs branches on the alignment. */
    private int misaligned(TrialSpec trial) {
        return trial.width().isVector() || !memory.checkedByJdk() || trial.aligned() ? 0 : trial.width().bytes() / 2;
    }

    private Object compiled(List<Object> key, Supplier<Object> maker, Width width, int misaligned, boolean byAddress)
        throws IOException {
        Object kernel = made.get(key);
        if (kernel == null) {
            kernel = maker.get();
            warmUp(kernel, width, misaligned, byAddress);
            made.put(key, kernel);
        }
        return kernel;
    }

    /** Behind the pages of a slot that no trial uses, inside one line, misaligned where the tested value is. */
    private void warmUp(Object kernel, Width width, int misaligned, boolean byAddress) throws IOException {
        int inSlot = 2 * geometry.pageBytes() + geometry.lineBytes() + Width.LONG.bytes() + misaligned;
        long address = region.base() + region.slot(Region.CONTROL_SLOT) + inSlot;
        Generations generations = Generations.cycling(1, 0, 1, width, ByteOrder.nativeOrder());
        Target inRegion = Target.of(region, Region.CONTROL_SLOT, inSlot, width, geometry);
        Target target = byAddress ? inRegion.at(address) : inRegion;
        BitSet anySeam = new BitSet();
        anySeam.set(1);
        long[] candidates = Seams.candidates(Generations.alternating(1, 0, width), anySeam, ByteOrder.nativeOrder());
        WriteTally writes = new WriteTally();
        ReadTally reads = new ReadTally(WARM_UP_BATCH, width);
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (int call = 0; call < WARM_UP_CALLS; call++) {
                // Every branch of the loops is taken now and then, or C2 would compile it as a trap.
                long planted = call % 3 == 0 ? TORN_SOMEWHERE + call : call % 3 == 1 ? candidates[call % 2]
                    : generations.table(0)[call % generations.table(0).length];
                Region.put(address, width, planted);
                if (kernel instanceof WriteKernel writer) {
                    writer.run(target, generations.table(0), WARM_UP_BATCH, writes);
                } else {
                    ((ReadKernel) kernel).run(target, candidates, WARM_UP_BATCH, reads);
                }
            }
            if (tierProblem(kernel) == null) {
                break;
            }
        }
    }
}
