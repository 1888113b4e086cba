// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The length of a core's cycle, to compare with tables that count cycles, and the cost of the clock. */
@State(Scope.Thread)
public class Clock extends Cost {
    static final int STEPS = 1000;
    /** Any odd number with bits all over. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private long value = MIX;

    /**
     * A rotation and an exclusive or, each waiting for the one before: two cycles a step on every x86 core. Additions
     * would be folded. The chain begins and ends in the state, so that neither end is a constant.
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
