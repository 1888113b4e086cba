// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/** Measures increments of a shared counter, and counts lost updates. */
@Threads(2)
public class CounterCost extends Cost {
    /** The counter of all threads. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** "nothing" measures the call overhead. */
        @Param({"nothing", "racy", "racy-opaque", "racy-ordered", "racy-volatile", "synchronized", "lock", "getandadd",
            "cas-loop", "atomic", "adder", "raw-aligned", "raw-across"})
        public String counter;
        /** The offset of raw-across, where 8 bytes cross a line. */
        @Param("60")
        public int across;

        private Counters.Counter chosen;
        private Pages pages;
        private Mine[] mine;
        private long before;

        @Setup
        public void choose(BenchmarkParams benchmark) {
            pages = new Pages(PAGE_BYTES);
            chosen = Counters.of(counter, pages, across);
            mine = new Mine[benchmark.getThreads()];
        }

        @Setup(Level.Iteration)
        public void remember() {
            before = chosen.value();
        }

        @TearDown
        public void free() {
            pages.close();
        }

        private long lost() {
            long made = 0;
            for (Mine thread : mine) {
                made += thread.made;
            }
            return counter.equals("nothing") ? 0 : made - (chosen.value() - before);
        }
    }

    /** One per thread, padded by JMH. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Mine {
        private long made;
        private Shared shared;
        private boolean first;

        @Setup
        public void join(Shared all, ThreadParams thread) {
            shared = all;
            first = thread.getThreadIndex() == 0;
            all.mine[thread.getThreadIndex()] = this;
        }

        @Setup(Level.Iteration)
        public void forget() {
            made = 0;
        }

        /** Returns the total from one thread only, since JMH adds the values of all threads. */
        public long lost() {
            return first ? shared.lost() : 0;
        }
    }

    @Benchmark
    public void add(Shared shared, Mine mine) {
        shared.chosen.add();
        mine.made++;
    }
}
