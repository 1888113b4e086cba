// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.UnsafeApi;
import org.tearline.kernel.Accesses;
import org.tearline.kernel.Operand;
import org.tearline.kernel.ReadKernel;
import org.tearline.kernel.ReadTally;
import org.tearline.kernel.Specialization;
import org.tearline.kernel.WriteKernel;
import org.tearline.kernel.WriteTally;
import org.tearline.memory.Region;
import org.tearline.memory.Target;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Generations;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/** Times the specialised loops of one memory and width in turn with those written by hand. Not thread-safe. */
final class LoopRatios {
    /** What accesses come to on the JVM that is used here, whatever the machine. */
    static final AccessRules RULES = new AccessRules(Architecture.of(System.getProperty("os.arch")),
        new Geometry(64, UnsafeApi.pageSize()), true);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int BATCH = 8_192;
    private static final int BATCHES = 4_000;
    private static final int WARM_UP_ROUNDS = 3;
    /** The start of a line, so that every API has its accesses there. */
    private static final int PLACE = 64;
    private static final double LEAST_RATIO = 0.9;

    private final Memory memory;
    private final Width width;
    private final Region region;
    private final Target target;
    private final long[] table;
    private final WriteTally writes = new WriteTally();
    private final WriteTally handWrites = new WriteTally();
    private final ReadTally reads = new ReadTally(BATCH, Width.LONG);
    private final ReadTally handReads = new ReadTally(BATCH, Width.LONG);

    private LoopRatios(Memory memory, Width width) {
        this.memory = memory;
        this.width = width;
        this.region = Region.open(memory, UnsafeApi.pageSize());
        this.target = Target.of(region, 0, PLACE, width, RULES.geometry());
        this.table = Generations.cycling(1, 1, width.bytes() / 2, width, ByteOrder.nativeOrder()).table(0);
    }

    /** Prints two lines for each width of a memory; without one three lines for longs in raw memory. */
    static void print(Memory memory, int rounds) {
        if (memory == null) {
            LoopRatios longs = new LoopRatios(Memory.UNSAFE, Width.LONG);
            longs.writes(WriteMode.ORDERED, rounds);
            longs.writes(WriteMode.VOLATILE, rounds);
            longs.reads(ReadMode.VOLATILE, rounds);
            return;
        }
        for (Width width : Width.scalars()) {
            LoopRatios loops = new LoopRatios(memory, width);
            TrialSpec modes = RULES.orPlain(new TrialSpec(memory, width, PLACE, WriteMode.ORDERED, ReadMode.VOLATILE,
                1, 1, Processes.ONE, Tier.C2, 1));
            loops.writes(modes.write(), rounds);
            loops.reads(modes.read(), rounds);
            loops.region.close();
        }
    }

    private void writes(WriteMode mode, int rounds) {
        Accesses accesses = Accesses.of(memory);
        WriteKernel kernel = Specialization.writer(accesses.write(mode), accesses.read(ReadMode.PLAIN),
            new Operand(region.object(), width), List.of());
        HandWrittenWrites.Writer byHand = mode == WriteMode.VOLATILE ? HandWrittenWrites::putVolatileLongs
            : HandWrittenWrites.writer(memory, width, mode == WriteMode.PLAIN);
        compare(mode + " writes", rounds, () -> kernel.run(target, table, BATCH, writes), byHand == null ? null
            : () -> byHand.run(region.object(), target.position(), table, BATCH, handWrites));
    }

    private void reads(ReadMode mode, int rounds) {
        ReadKernel kernel = Specialization.reader(Accesses.of(memory).read(mode),
            new Operand(region.object(), width), List.of());
        HandWrittenReads.Reader byHand = HandWrittenReads.reader(memory, width, mode == ReadMode.PLAIN);
        long[] none = new long[0];
        compare(mode + " reads", rounds, () -> kernel.run(target, none, BATCH, reads), byHand == null ? null
            : () -> byHand.run(region.object(), target.position(), BATCH, handReads));
    }

    private void compare(String name, int rounds, Runnable ours, Runnable byHand) {
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            double our = perSecond(ours);
            double theirs = byHand == null ? Double.NaN : perSecond(byHand);
            if (round >= 0) {
                ratios.add(our / theirs);
                rates.add(our);
            }
        }
        ratios.sort(null);
        rates.sort(null);
        double ratio = ratios.get(rounds / 2);
        System.out.printf(Locale.ROOT, "%-10s %s bytes %-15s %,14.0f per second, %s%n", memory, width, name,
            rates.get(rounds / 2), byHand == null ? "and no hand-written loop"
            : String.format(Locale.ROOT, "%.3f of the hand-written loop (%.3f to %.3f)%s", ratio, ratios.get(0),
            ratios.get(rounds - 1), ratio < LEAST_RATIO ? ", SLOW" : ""));
    }

    /** By the time that this thread had a CPU: a machine that does something else as well then tells the same. */
    private static double perSecond(Runnable batch) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < BATCHES; i++) {
            batch.run();
        }
        return (double) BATCH * BATCHES * 1e9 / (THREADS.getCurrentThreadCpuTime() - start);
    }
}
