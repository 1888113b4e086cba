package org.tearline.kernel;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.UnsafeApi;
import org.tearline.memory.Region;
import org.tearline.memory.Target;
import org.tearline.plan.Generations;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/**
 * Sets the specialised loops beside loops that were written by hand for one access: part of scripts/bench-run. One
 * thread, an aligned value, nobody on the other side, so that nothing but the loop is timed.
 */
final class LoopBench {
    private static final Operand LONGS = new Operand(null, Width.LONG);
    private static final int BATCH = 8_192;
    private static final int BATCHES = 4_000;
    private static final int ROUNDS = 20;
    private static final int WARM_UP_ROUNDS = 3;

    private final Region region = Region.open(Memory.UNSAFE, UnsafeApi.pageSize());
    private final Target target = Target.of(region, 0, 64, Width.LONG,
        new Geometry(64, UnsafeApi.pageSize()));
    private final long position = region.position(64);
    private final long[] table = Generations.cycling(1, 1, 4, Width.LONG, ByteOrder.nativeOrder()).table(0);
    /** What a loop written by hand would take: a power of two, which wraps with a mask. */
    private final long[] handTable = Arrays.copyOf(table, 128);
    private final WriteTally writes = new WriteTally();
    private final WriteTally handWrites = new WriteTally();
    private final ReadTally reads = new ReadTally(BATCH, Width.LONG);

    private LoopBench() {
    }

    /** Takes no arguments and prints three lines. */
    public static void main(String[] arguments) {
        LoopBench bench = new LoopBench();
        Accesses accesses = Accesses.of(Memory.UNSAFE);
        ReadAccess resync = accesses.read(ReadMode.VOLATILE);
        WriteKernel ordered = Specialization.writer(accesses.write(WriteMode.ORDERED), resync, LONGS, List.of());
        WriteKernel volatiles = Specialization.writer(accesses.write(WriteMode.VOLATILE), resync, LONGS, List.of());
        ReadKernel reader = Specialization.reader(resync, LONGS, List.of());
        bench.compare("ordered writes", () -> bench.write(ordered), () -> byHandOrdered(bench.position,
            bench.handTable, bench.handWrites));
        bench.compare("volatile writes", () -> bench.write(volatiles), () -> byHandVolatile(bench.position,
            bench.handTable, bench.handWrites));
        bench.compare("volatile reads", () -> bench.read(reader), () -> byHandRead(bench.position, bench.reads));
    }

    private void write(WriteKernel kernel) {
        kernel.run(target, table, BATCH, writes);
    }

    private void read(ReadKernel kernel) {
        kernel.run(target, new long[0], BATCH, reads);
    }

    private static void byHandOrdered(long position, long[] table, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < BATCH; i++) {
            UnsafeApi.putLongRelease(null, position, table[next++ & table.length - 1]);
        }
        tally.next = next;
    }

    private static void byHandVolatile(long position, long[] table, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < BATCH; i++) {
            UnsafeApi.putLongVolatile(null, position, table[next++ & table.length - 1]);
        }
        tally.next = next;
    }

    private static void byHandRead(long position, ReadTally tally) {
        long last = tally.last;
        int changes = 0;
        for (int i = 0; i < BATCH; i++) {
            long seen = UnsafeApi.getLongVolatile(null, position);
            if (seen != last) {
                changes++;
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
    }

    private void compare(String name, Runnable ours, Runnable byHand) {
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            double our = perSecond(ours);
            double theirs = perSecond(byHand);
            if (round >= 0) {
                ratios.add(our / theirs);
                rates.add(our);
            }
        }
        ratios.sort(null);
        rates.sort(null);
        System.out.printf(Locale.ROOT, "%-16s %,14.0f per second, %.3f of the hand-written loop (%.3f to %.3f)%n", name,
            rates.get(ROUNDS / 2), ratios.get(ROUNDS / 2), ratios.get(0), ratios.get(ROUNDS - 1));
    }

    private static double perSecond(Runnable batch) {
        long start = System.nanoTime();
        for (int i = 0; i < BATCHES; i++) {
            batch.run();
        }
        return (double) BATCH * BATCHES * 1e9 / (System.nanoTime() - start);
    }
}
