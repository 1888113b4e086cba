// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.tearline.bench.machine.Pinning;

/**
 * Tells how long a cycle of the core is, to compare with tables that count cycles, and what asking for the time costs.
 * Not thread-safe.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Clock {
    /** Steps of one shot: a tenth of a millisecond or two, of which no other process takes a part too often. */
    public static final int STEPS = 200_000;
    /** Cycles of one step of {@link #cycle()}. */
    public static final int CYCLES_A_STEP = 2;

    /** Any odd number with bits all over. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long value = MIX;

    @Setup
    public void pin() {
        Pinning.pin(0);
    }

    /**
     * Returns a rotation and an exclusive or, each waiting for the one before: two cycles on every x86 core, whatever
     * its width. Additions would be folded into one multiplication, and their time into nothing. The value comes from
     * the state and goes back to it, so that neither end of the chain is a constant.
     */
    @Benchmark
    public long cycle() {
        long x = value;
        for (int i = 0; i < STEPS; i++) {
            x = Long.rotateLeft(x, 7) ^ MIX;
        }
        value = x;
        return x;
    }

    /** Returns one question after the other, as a benchmark that samples asks them. */
    @Benchmark
    public long nanoTime() {
        long sum = 0;
        for (int i = 0; i < STEPS; i++) {
            sum += System.nanoTime();
        }
        return sum;
    }
}
