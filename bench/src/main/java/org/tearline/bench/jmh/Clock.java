package org.tearline.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.tearline.bench.machine.Pinning;

/**
 * How long a cycle of the core is, to compare with tables that count cycles, and what asking for the time costs. One
 * thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Clock {
    /** Long enough that the call of the method, some nanoseconds, is below a hundredth. */
    private static final int STEPS = 1000;
    /** Any odd number with bits all over. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long value = MIX;

    @Setup
    public void pin() {
        Pinning.pin(0);
    }

    /**
     * A rotation and an exclusive or, each waiting for the one before: two cycles on every x86 core, whatever its
     * width. An addition instead would be folded into one multiplication, and its time into nothing.
     */
    @Benchmark
    @OperationsPerInvocation(2 * STEPS)
    public long cycle() {
        long x = value;
        for (int i = 0; i < STEPS; i++) {
            x = Long.rotateLeft(x, 7) ^ MIX;
        }
        value = x;
        return x;
    }

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }
}
