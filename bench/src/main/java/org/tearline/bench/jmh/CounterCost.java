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
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.tearline.bench.machine.Pinning;

/** Threads that increment one counter, and how many increments it lost. Each thread on a CPU of its own. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CounterCost {
    /** Observed: increments of all threads. */
    public static final String INCREMENTS = "increments";
    /** Observed: those of which the counter does not know. */
    public static final String LOST = "lost";

    private static final int PAGE_BYTES = 4096;

    /** Holds what all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** See {@link Counter#of}. */
        @Param("nothing")
        public String counter;
        /** At which 8 bytes lie across a line. */
        @Param("60")
        public int across;

        private Counter chosen;
        private long memory;
        private Mine[] mine;
        private long before;

        @Setup(Level.Trial)
        public void choose(BenchmarkParams benchmark) {
            memory = UnsafeApi.allocateMemory(3 * PAGE_BYTES);
            UnsafeApi.setMemory(memory, 3 * PAGE_BYTES, (byte) 0);
            chosen = Counter.of(counter, (memory + PAGE_BYTES - 1) & -PAGE_BYTES, across);
            mine = new Mine[benchmark.getThreads()];
            Observed.from(this::observations);
        }

        @Setup(Level.Iteration)
        public void remember() {
            before = chosen.value();
        }

        @TearDown(Level.Trial)
        public void free() {
            UnsafeApi.freeMemory(memory);
        }

        private Map<String, Double> observations() {
            long made = 0;
            for (Mine thread : mine) {
                made += thread.made;
            }
            long kept = counter.equals("nothing") ? made : chosen.value() - before;
            return Map.of(INCREMENTS, (double) made, LOST, (double) (made - kept));
        }
    }

    /** Holds what a thread has for itself; JMH pads it. */
    @State(Scope.Thread)
    public static class Mine {
        private long made;

        @Setup(Level.Trial)
        public void pin(Shared shared, ThreadParams thread) {
            Pinning.pin(thread.getThreadIndex());
            shared.mine[thread.getThreadIndex()] = this;
        }

        @Setup(Level.Iteration)
        public void forget() {
            made = 0;
        }
    }

    /** One increment for each call, as a program makes them; the row "nothing" tells what the call costs. */
    @Benchmark
    public void add(Shared shared, Mine mine) {
        shared.chosen.add();
        mine.made++;
    }
}
