// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures the core's cycle time, for comparison with tables in cycles, and the cost of nanoTime. */
@State(Scope.Thread)
public class Clock extends Cost {
    static final int STEPS = 1000;
    /** An odd number with well distributed bits. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long value = MIX;

    /**
     * A dependency chain of rotate and xor: two cycles per step on every x86 core. Additions would be folded. The chain
     * starts and ends in the state, so neither end is a constant.
     */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long twoCycles() {
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
