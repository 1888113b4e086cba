// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
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
import org.tearline.plan.Generations;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/** Times the specialised loops over a long in raw memory in turn with those written by hand. Not thread-safe. */
final class LoopRatios {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int BATCH = 8_192;
    private static final int BATCHES = 4_000;
    private static final int WARM_UP_ROUNDS = 3;
    /** The start of a line, where the long is aligned. */
    private static final int PLACE = 64;
    private static final double LEAST_RATIO = 0.9;

    private final int rounds;
    private final Accesses accesses = Accesses.of(Memory.UNSAFE);
    private final Region region = Region.open(Memory.UNSAFE, UnsafeApi.pageSize());
    private final Operand operand = new Operand(region.object(), Width.LONG);
    private final Target target = Target.of(region, 0, PLACE, Width.LONG, new Geometry(64, UnsafeApi.pageSize()));
    private final long[] table =
        Generations.cycling(1, 1, Long.BYTES / 2, Width.LONG, ByteOrder.nativeOrder()).table(0);

    private LoopRatios(int rounds) {
        this.rounds = rounds;
    }

    /** Prints a line for ordered writes, volatile writes and volatile reads each. */
    static void print(int rounds) {
        LoopRatios ratios = new LoopRatios(rounds);
        WriteTally byHand = new WriteTally();
        ratios.writes(WriteMode.ORDERED, address ->
            HandWrittenLoops.putRelease(address, ratios.table, BATCH, byHand));
        ratios.writes(WriteMode.VOLATILE, address ->
            HandWrittenLoops.putVolatile(address, ratios.table, BATCH, byHand));
        ratios.reads();
        ratios.region.close();
    }

    private void writes(WriteMode mode, LongConsumer byHand) {
        WriteKernel kernel = Specialization.writer(accesses.write(mode), accesses.read(ReadMode.PLAIN), operand,
            List.of());
        WriteTally tally = new WriteTally();
        compare(mode + " writes", () -> kernel.run(target, table, BATCH, tally),
            () -> byHand.accept(target.position()));
    }

    private void reads() {
        ReadKernel kernel = Specialization.reader(accesses.read(ReadMode.VOLATILE), operand, List.of());
        ReadTally tally = new ReadTally(BATCH, Width.LONG);
        ReadTally byHand = new ReadTally(BATCH, Width.LONG);
        long[] none = new long[0];
        compare("volatile reads", () -> kernel.run(target, none, BATCH, tally),
            () -> HandWrittenLoops.getVolatile(target.position(), BATCH, byHand));
    }

    private void compare(String name, Runnable ours, Runnable byHand) {
        double[] ratios = new double[rounds];
        double[] rates = new double[rounds];
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            double our = perSecond(ours);
            double theirs = perSecond(byHand);
            if (round >= 0) {
                ratios[round] = our / theirs;
                rates[round] = our;
            }
        }
        Arrays.sort(ratios);
        Arrays.sort(rates);
        double ratio = ratios[rounds / 2];
        System.out.printf(Locale.ROOT, "%-15s %,14.0f per second, %.3f of the hand-written loop (%.3f to %.3f)%s%n",
            name, rates[rounds / 2], ratio, ratios[0], ratios[rounds - 1], ratio < LEAST_RATIO ? ", SLOW" : "");
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
