// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.tearline.bench.machine.Pinning;

/**
 * Tells how long the work of one CPU takes while another one is idle, makes locked additions to an aligned value, or
 * makes them to a value across a line. The two share no memory. The work is a chain, so that nothing hides what a step
 * waits for: of register operations, or of loads that each yield the address of the next one.
 *
 * <p>Every measured iteration takes the next condition, in one fork and through the same compiled code, so that
 * conditions are compared with their neighbours in time. An iteration ends by the clock: under split locks a step that
 * misses the caches may take a hundred times as long.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BystanderCost {
    /** Observed: the index of the condition that an iteration was for. */
    public static final String CONDITION = "condition";
    /** Observed: steps that the shot made. */
    public static final String STEPS = "steps";
    /** Observed: locks that the neighbour made meanwhile. */
    public static final String LOCKS = "locks";
    /** Observed: 1 where the kernel slows split locks down. */
    public static final String SLOWED = "slowed";
    /** The neighbour sleeps. */
    public static final String IDLE = "idle";
    /** The neighbour locks an aligned value. */
    public static final String ALIGNED = "aligned-locks";
    /** The neighbour locks a value across a line. */
    public static final String SPLIT = "split-locks";

    private static final int PAGE_BYTES = 4096;
    /** See {@link OffsetCost}: odd, and far from any fraction of a power of two. */
    private static final int STEP = 0x9E3779B1;
    /** Any odd number with bits all over. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    /** Taken in turn: with commas between. */
    @Param(IDLE)
    public String conditions;
    /** A power of two; 0 for registers. */
    @Param("0")
    public int places;
    /** From place to place, a power of two. */
    @Param("128")
    public int strideBytes;
    /** Steps between two looks at the clock. */
    @Param("4096")
    public int batch;
    /** How long a shot takes at least. */
    @Param("1000")
    public int micros;
    /** At which 8 bytes lie across a line. */
    @Param("60")
    public int across;

    private String[] names;
    private long memory;
    private long lockMemory;
    private long lockPage;
    private Neighbour neighbour;
    private int shot;
    private int condition;
    private boolean slowed;
    private long value;
    private long steps;
    private long locks;

    /** Each place holds the address of another one, far from it; written in their order, so that each page is there. */
    @Setup(Level.Trial)
    public void allocate() {
        Pinning.pin(0);
        names = conditions.split(",");
        long bytes = (long) places * strideBytes;
        memory = UnsafeApi.allocateMemory(bytes + PAGE_BYTES);
        long base = (memory + PAGE_BYTES - 1) & -PAGE_BYTES;
        for (int i = 0; i < places; i++) {
            UnsafeApi.putLong(null, base + (long) i * strideBytes,
                base + (long) (i + STEP & places - 1) * strideBytes);
        }
        value = places == 0 ? MIX : base;
        lockMemory = UnsafeApi.allocateMemory(3 * PAGE_BYTES);
        UnsafeApi.setMemory(lockMemory, 3 * PAGE_BYTES, (byte) 0);
        lockPage = (lockMemory + PAGE_BYTES - 1) & -PAGE_BYTES;
        neighbour = new Neighbour(lockPage);
        Observed.from(() -> Map.of(CONDITION, (double) condition, STEPS, (double) steps, LOCKS, (double) locks,
            SLOWED, slowed ? 1.0 : 0.0));
    }

    @TearDown(Level.Trial)
    public void free() throws InterruptedException {
        neighbour.end();
        UnsafeApi.freeMemory(memory);
        UnsafeApi.freeMemory(lockMemory);
    }

    /** The next condition; the warm-up is beside an idle neighbour. */
    @Setup(Level.Iteration)
    public void next(IterationParams iteration) {
        boolean warm = iteration.getType() == IterationType.WARMUP;
        condition = warm ? 0 : shot++ % names.length;
        switch (warm ? IDLE : names[condition]) {
            case IDLE -> locks = 0;
            case ALIGNED -> neighbour.begin(lockPage);
            case SPLIT -> {
                if (!slowed) {
                    neighbour.begin(lockPage + across);
                }
            }
            default -> throw new IllegalArgumentException(names[condition]);
        }
    }

    @TearDown(Level.Iteration)
    public void stop() throws InterruptedException {
        locks = neighbour.stop();
        slowed |= names[condition].equals(SPLIT) && locks > 0 && neighbour.slowed();
    }

    /** Returns the last value, so that no step is dead. */
    @Benchmark
    public long work() {
        long limit = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        long now = value;
        long made = 0;
        do {
            now = places == 0 ? mix(now, batch) : chase(now, batch);
            made += batch;
        } while (System.nanoTime() - limit < 0);
        value = now;
        steps = made;
        return now;
    }

    /** See {@link Clock#cycle()}: two cycles a step on every x86 core. */
    private static long mix(long start, int count) {
        long x = start;
        for (int i = 0; i < count; i++) {
            x = Long.rotateLeft(x, 7) ^ MIX;
        }
        return x;
    }

    private static long chase(long start, int count) {
        long place = start;
        for (int i = 0; i < count; i++) {
            place = UnsafeApi.getLongOpaque(null, place);
        }
        return place;
    }
}
