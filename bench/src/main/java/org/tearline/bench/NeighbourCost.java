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
 * What dependent loads of one CPU cost while another one sleeps, locks an aligned value, or locks a value across a
 * line, in memory of its own.
 */
public class NeighbourCost extends Cost {
    static final int STEPS = 256;
    private static final int STRIDE_BYTES = 128;
    /** Odd, and far from any fraction of a power of two: visits all places, each far from the last. */
    private static final int JUMP = 0x9E3779B1;
    private static final int ACROSS = 60;

    /** The memory of both threads. */
    @State(Scope.Group)
    public static class Shared {
        @Param({"idle", "aligned-locks", "split-locks"})
        public String neighbour;
        /** A power of two, in KB: in the first-level cache, the second, and the third or memory on most CPUs. */
        @Param({"16", "1024", "65536"})
        public int workingSetKb;

        private Pages work;
        private Pages locks;
        private long lock;

        /** Each place holds the address of the next one. */
        @Setup
        public void link() {
            work = new Pages((long) workingSetKb << 10);
            int places = (workingSetKb << 10) / STRIDE_BYTES;
            for (int i = 0; i < places; i++) {
                UnsafeApi.putLong(null, work.at((long) i * STRIDE_BYTES),
                    work.at((long) (i + JUMP & places - 1) * STRIDE_BYTES));
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

    /** The working thread's own; JMH pads it. */
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
