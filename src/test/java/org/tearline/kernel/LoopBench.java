package org.tearline.kernel;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.UnsafeApi;
import org.tearline.engine.link.WorkerProcess;
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

/**
 * Sets the specialised loops beside loops that were written by hand for one access: part of scripts/bench-run. One
 * thread, an aligned value, nobody on the other side, so that nothing but the loop is timed.
 */
final class LoopBench {
    private static final AccessRules RULES = new AccessRules(Architecture.of(System.getProperty("os.arch")),
        new Geometry(64, UnsafeApi.pageSize()), true);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String INSIDE = "org.tearline.loops";
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
    /** Where the hand-written loops work: a place of their own in raw memory. */
    private final Region byHand = Region.open(Memory.UNSAFE, UnsafeApi.pageSize());
    private final long position = byHand.position(PLACE);
    private final long[] table;
    /** What a loop written by hand would take: a power of two, which wraps with a mask. */
    private final long[] handTable;
    private final WriteTally writes = new WriteTally();
    private final WriteTally handWrites = new WriteTally();
    private final ReadTally reads = new ReadTally(BATCH, Width.LONG);

    private LoopBench(Memory memory, Width width) {
        this.memory = memory;
        this.width = width;
        this.region = Region.open(memory, UnsafeApi.pageSize());
        this.target = Target.of(region, 0, PLACE, width, RULES.geometry());
        this.table = Generations.cycling(1, 1, width.bytes() / 2, width, ByteOrder.nativeOrder()).table(0);
        this.handTable = Arrays.copyOf(table, 128);
    }

    /**
     * Prints three lines for longs in raw memory; with {@code all} two more for each memory and width instead, and says
     * which are more than a tenth slower than the hand-written loops. Measures in a JVM with a worker's options.
     *
     * @param arguments all or longs, and how many rounds
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (System.getProperty(INSIDE) == null) {
            System.exit(fork(arguments));
        }
        int rounds = Integer.parseInt(arguments[1]);
        if (!arguments[0].equals("all")) {
            LoopBench longs = new LoopBench(Memory.UNSAFE, Width.LONG);
            longs.writes(WriteMode.ORDERED, rounds);
            longs.writes(WriteMode.VOLATILE, rounds);
            longs.reads(ReadMode.VOLATILE, rounds);
            return;
        }
        for (Memory memory : Memory.values()) {
            for (Width width : Width.scalars()) {
                if (memory.problem(RULES.java()) == null) {
                    LoopBench bench = new LoopBench(memory, width);
                    TrialSpec modes = RULES.orPlain(new TrialSpec(memory, width, PLACE, WriteMode.ORDERED,
                        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1));
                    bench.writes(modes.write(), rounds);
                    bench.reads(modes.read(), rounds);
                    bench.close();
                }
            }
        }
    }

    private static int fork(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("loops");
        List<String> command = new ArrayList<>(WorkerProcess.command(Tier.C2, folder,
            Path.of(System.getProperty("java.home")), List.of("-D" + INSIDE + "=true")));
        int end = command.size();
        command.set(end - 3, System.getProperty("java.class.path"));
        command.set(end - 2, LoopBench.class.getName());
        command.remove(end - 1);
        command.addAll(List.of(arguments));
        int code = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start().waitFor();
        Files.deleteIfExists(folder.resolve("compilations"));
        Files.delete(folder);
        return code;
    }

    private void close() {
        region.close();
        byHand.close();
    }

    private void writes(WriteMode mode, int rounds) {
        Accesses accesses = Accesses.of(memory);
        WriteKernel kernel = Specialization.writer(accesses.write(mode), accesses.read(ReadMode.PLAIN),
            new Operand(region.object(), width), List.of());
        compare(mode + " writes", rounds, () -> kernel.run(target, table, BATCH, writes), switch (width) {
            case LONG -> mode == WriteMode.VOLATILE ? () -> byHandVolatile(position, handTable, handWrites)
                : () -> byHandOrdered(position, handTable, handWrites);
            case INT -> () -> byHandOrderedInt(position, handTable, handWrites);
            case SHORT -> () -> byHandOrderedShort(position, handTable, handWrites);
            case VECTOR_16, VECTOR_32, VECTOR_64 -> throw vector();
        });
    }

    private void reads(ReadMode mode, int rounds) {
        ReadKernel kernel = Specialization.reader(Accesses.of(memory).read(mode),
            new Operand(region.object(), width), List.of());
        long[] none = new long[0];
        compare(mode + " reads", rounds, () -> kernel.run(target, none, BATCH, reads), switch (width) {
            case LONG -> () -> byHandRead(position, reads);
            case INT -> () -> byHandReadInt(position, reads);
            case SHORT -> () -> byHandReadShort(position, reads);
            case VECTOR_16, VECTOR_32, VECTOR_64 -> throw vector();
        });
    }

    private IllegalArgumentException vector() {
        return new IllegalArgumentException("no loop by hand for " + width);
    }

    private static void byHandOrdered(long position, long[] table, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < BATCH; i++) {
            UnsafeApi.putLongRelease(null, position, table[next++ & table.length - 1]);
        }
        tally.next = next;
    }

    private static void byHandOrderedInt(long position, long[] table, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < BATCH; i++) {
            UnsafeApi.putIntRelease(null, position, (int) table[next++ & table.length - 1]);
        }
        tally.next = next;
    }

    private static void byHandOrderedShort(long position, long[] table, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < BATCH; i++) {
            UnsafeApi.putShortRelease(null, position, (short) table[next++ & table.length - 1]);
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

    private static void byHandReadInt(long position, ReadTally tally) {
        int last = (int) tally.last;
        int changes = 0;
        for (int i = 0; i < BATCH; i++) {
            int seen = UnsafeApi.getIntVolatile(null, position);
            if (seen != last) {
                changes++;
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
    }

    private static void byHandReadShort(long position, ReadTally tally) {
        short last = (short) tally.last;
        int changes = 0;
        for (int i = 0; i < BATCH; i++) {
            short seen = UnsafeApi.getShortVolatile(null, position);
            if (seen != last) {
                changes++;
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
    }

    private void compare(String name, int rounds, Runnable ours, Runnable theirLoop) {
        List<Double> ratios = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            double our = perSecond(ours);
            double theirs = perSecond(theirLoop);
            if (round >= 0) {
                ratios.add(our / theirs);
                rates.add(our);
            }
        }
        ratios.sort(null);
        rates.sort(null);
        double ratio = ratios.get(rounds / 2);
        System.out.printf(Locale.ROOT, "%-10s %s bytes %-15s %,14.0f per second, %.3f of the hand-written loop (%.3f to"
            + " %.3f)%s%n", memory, width, name, rates.get(rounds / 2), ratio, ratios.get(0), ratios.get(rounds - 1),
            ratio < LEAST_RATIO ? ", SLOW" : "");
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
