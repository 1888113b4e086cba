// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Holds what one access costs, by where it lies: many accesses at one offset, to one place or to many places of a
 * working set. Not thread-safe.
 *
 * <p>Every measured iteration takes the next offset, in one fork and through the same compiled code, so that offsets
 * are compared with their neighbours in time: a virtual CPU that is moved, or a turbo that ends, meets all of them
 * alike. That is why an iteration is a single shot of many accesses, and the warm-up, in which the code is compiled,
 * is another number of them at offset 0.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OffsetCost {
    /** Observed: for which offset an iteration was. */
    public static final String OFFSET = "offset";
    /** Observed: 1 where locked operations across a line take so long that the kernel must be slowing them. */
    public static final String SLOWED = "slowed";

    /** Observed: how many accesses the shot made; JMH divides by {@link #accesses}. */
    public static final String ACCESSES = "accesses";

    private static final int PAGE_BYTES = 4096;
    /** Compiles the loop by C2 within the warm-up's twenty shots, some milliseconds each at most. */
    private static final int WARM_ACCESSES = 100_000;
    /** Locks one after the other that are timed first: with 10 ms each where the kernel slows them, one is enough. */
    private static final int TRIED_LOCKS = 4;
    /** Measured: an aligned lock takes 5 to 20 ns, one across a line 0.3 to 20 microseconds. */
    private static final long SPLIT_LOCK_NANOS = 150;
    /** The kernel that slows them sleeps 10 ms for each. */
    private static final long SLOWED_LOCK_NANOS = 500_000;
    /** Of split locks in one shot: a quarter of a millisecond. */
    private static final int FEW = 200;
    /** Odd, and far from any fraction of a power of two: steps through all places, each far from the last. */
    private static final int STEP = 0x9E3779B1;

    /** See {@link Access#of}. */
    @Param("load")
    public String operation;
    @Param("8")
    public int widthBytes;
    /** A power of two; 1 is one place, as uarch-bench measures it. */
    @Param("1")
    public int places;
    /** From place to place, a power of two. */
    @Param("128")
    public int strideBytes;
    /** Taken in turn: numbers with commas between. */
    @Param("0")
    public String offsets;
    /** In each measured shot; fewer where a lock turns out to be a split one. */
    @Param("100000")
    public int accesses;

    private Access access;
    private int[] offset;
    private long memory;
    private long base;
    private int strideShift;
    private int shot;
    private int from;
    private long address;
    private int count;
    private boolean slowed;

    /**
     * Memory of its own, page-aligned: the state's own alignment, which would be the JVM's choice, decides nothing.
     * Every page is written before it is read, or all would be the kernel's one page of zeros and fit into any cache.
     */
    @Setup(Level.Trial)
    public void allocate() {
        Pinning.pin(0);
        access = Access.of(operation, widthBytes);
        offset = Stream.of(offsets.split(",")).mapToInt(Integer::parseInt).toArray();
        strideShift = Integer.numberOfTrailingZeros(strideBytes);
        long bytes = (long) places * strideBytes + 3 * PAGE_BYTES;
        memory = UnsafeApi.allocateMemory(bytes);
        UnsafeApi.setMemory(memory, bytes, (byte) 0);
        base = (memory + PAGE_BYTES - 1) & -PAGE_BYTES;
        Observed.from(() -> Map.of(OFFSET, (double) (address - base), SLOWED, slowed ? 1.0 : 0.0,
            ACCESSES, (double) count));
    }

    @TearDown(Level.Trial)
    public void free() {
        UnsafeApi.freeMemory(memory);
    }

    /** The next offset, or the warm-up's. */
    @Setup(Level.Iteration)
    public void next(IterationParams iteration) {
        if (iteration.getType() == IterationType.WARMUP) {
            address = base;
            count = WARM_ACCESSES;
            return;
        }
        address = base + offset[shot++ % offset.length];
        count = accesses;
        if (locked()) {
            long nanos = lockNanos();
            slowed |= nanos > SLOWED_LOCK_NANOS;
            count = slowed ? 1 : nanos > SPLIT_LOCK_NANOS ? FEW : accesses;
        }
    }

    private long lockNanos() {
        access.at(address);
        long start = System.nanoTime();
        for (int i = 0; i < TRIED_LOCKS; i++) {
            access.at(address);
        }
        return (System.nanoTime() - start) / TRIED_LOCKS;
    }

    private boolean locked() {
        return operation.equals("cas") || operation.equals("getandadd");
    }

    /** Returns the result, so that JMH swallows it and no load is dead. */
    @Benchmark
    public long access() {
        if (places == 1) {
            return widthBytes == Long.BYTES ? toOnePlace(access, address, count)
                : intsToOnePlace(access, address, count);
        }
        int start = from;
        from = from + count & places - 1;
        return toMany(access, address, places - 1, strideShift, start, count);
    }

    /**
     * Independent accesses, eight to a turn: the loop's own instructions are hidden behind them, and the results are
     * gathered in eight variables, for one alone would be a chain of operations and slower than the loads, and four
     * are just as slow as a core that loads four times in a cycle.
     */
    private static long toOnePlace(Access access, long address, int count) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        long e = 0;
        long f = 0;
        long g = 0;
        long h = 0;
        for (int i = 0; i < count; i += 8) {
            a ^= access.at(address);
            b ^= access.at(address);
            c ^= access.at(address);
            d ^= access.at(address);
            e ^= access.at(address);
            f ^= access.at(address);
            g ^= access.at(address);
            h ^= access.at(address);
        }
        return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
    }

    /**
     * The same with sums of four bytes: C2 then joins a load of four bytes and its exclusive or to one instruction, as
     * it does with eight above. With sums of eight bytes there was another instruction to extend the sign, and loads of
     * four bytes looked more expensive than those of eight. A load of two bytes is always extended by an instruction of
     * its own, in C too.
     */
    private static long intsToOnePlace(Access access, long address, int count) {
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int e = 0;
        int f = 0;
        int g = 0;
        int h = 0;
        for (int i = 0; i < count; i += 8) {
            a ^= (int) access.at(address);
            b ^= (int) access.at(address);
            c ^= (int) access.at(address);
            d ^= (int) access.at(address);
            e ^= (int) access.at(address);
            f ^= (int) access.at(address);
            g ^= (int) access.at(address);
            h ^= (int) access.at(address);
        }
        return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
    }

    /** The same as the first, through all places in an order in which no prefetcher finds the next one. */
    private static long toMany(Access access, long address, int mask, int shift, int start, int count) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (int i = start; i < start + count; i += 4) {
            a ^= access.at(address + ((long) (i * STEP & mask) << shift));
            b ^= access.at(address + ((long) ((i + 1) * STEP & mask) << shift));
            c ^= access.at(address + ((long) ((i + 2) * STEP & mask) << shift));
            d ^= access.at(address + ((long) ((i + 3) * STEP & mask) << shift));
        }
        return a ^ b ^ c ^ d;
    }
}
