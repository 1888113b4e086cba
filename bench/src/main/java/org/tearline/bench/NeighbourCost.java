// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures dependent loads on one CPU while another CPU is idle, locks an aligned value, or makes split locks in
 * separate memory.
 */
public class NeighbourCost extends Cost {
    static final int STEPS = 256;
    /** Two lines, since many CPUs prefetch lines in pairs. */
    private static final int STRIDE_BYTES = 128;
    /** Odd, so that the walk visits all places. Successive places are far apart. */
    private static final int JUMP = 0x9E3779B1;
    /** An offset at which 8 bytes cross a line. */
    private static final int ACROSS = 60;

    /** The memory of both threads. */
    @State(Scope.Group)
    public static class Shared {
        @Param({"idle", "aligned-locks", "split-locks"})
        public String neighbour;
        /**
         * The working set in KB, a power of two. On most CPUs, the three defaults fit into the L1 cache, are about
         * as large as the L2 cache, and fit into the L3 cache or memory.
         */
        @Param({"16", "1024", "65536"})
        public int workingSetKb;

        private Pages work;
        private Pages locks;
        private long lock;

        /** Links the places: each contains the address of the next one. */
        @Setup
        public void link() {
            work = new Pages((long) workingSetKb << 10);
            int places = (workingSetKb << 10) / STRIDE_BYTES;
            for (int i = 0; i < places; i++) {
                long next = i + JUMP & places - 1;
                UnsafeApi.putLong(null, work.at((long) i * STRIDE_BYTES), work.at(next * STRIDE_BYTES));
            }
            locks = new Pages(PAGE_BYTES);
            lock = neighbour.equals("split-locks") ? locks.lockableAt(ACROSS) : locks.at(0);
        }

        @TearDown
        public void free() {
            work.close();
            locks.close();
        }
    }

    /** The state of the measured thread, padded by JMH. */
    @State(Scope.Thread)
    public static class Walk {
        private long place;

        @Setup
        public void begin(Shared shared) {
            place = shared.work.at(0);
        }
    }

    @Benchmark
    @Group("pair")
    @OperationsPerInvocation(STEPS)
    public long work(Walk walk) {
        long place = walk.place;
        for (int i = 0; i < STEPS; i++) {
            place = UnsafeApi.getLongOpaque(null, place);
        }
        walk.place = place;
        return place;
    }

    @Benchmark
    @Group("pair")
    public long neighbour(Shared shared) throws InterruptedException {
        if (shared.neighbour.equals("idle")) {
            Thread.sleep(1);
            return 0;
        }
        return UnsafeApi.getAndAddLong(null, shared.lock, 1);
    }
}
