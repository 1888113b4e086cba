// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.tearline.bench.Cores;
import org.tearline.bench.Cost;

/**
 * A producer and a consumer. JMH's score includes attempts on a full or empty queue; {@code received} counts messages,
 * and {@code damaged} those out of sequence or with a wrong checksum.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class QueuePair extends Cost {
    private Spsc queue;

    abstract Spsc make();

    @Setup
    public void create() {
        queue = make();
    }

    /** The number of the next message, from 0. */
    @State(Scope.Thread)
    public static class Producer {
        private long next;

        @Setup
        public void place(BenchmarkParams benchmark) {
            Cores.pin(benchmark.getParam("cores"), 0);
        }
    }

    /** JMH reports the field as a rate of messages. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Rate {
        public long received;
    }

    /** Damaged messages. One fault in a queue may damage several. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Damage {
        public long damaged;
        /** Reads of the producer's counter that were certainly torn. */
        public long torn;
        private long expected;
        private long tornBefore;

        @Setup
        public void place(BenchmarkParams benchmark) {
            Cores.pin(benchmark.getParam("cores"), 1);
        }

        void take(long number) {
            if (number != expected) {
                damaged++;
            }
            expected = number == Spsc.GARBLED ? expected + 1 : number + 1;
        }
    }

    @Benchmark
    @Group("pair")
    public void offer(Producer producer) {
        if (queue.offer(producer.next)) {
            producer.next++;
        }
    }

    @Benchmark
    @Group("pair")
    public void poll(Rate rate, Damage damage) {
        long number = queue.poll();
        if (number != Spsc.EMPTY) {
            rate.received++;
            damage.take(number);
        } else {
            // JMH resets its counters before each iteration, but the queue's total grows.
            long torn = queue.torn();
            damage.torn += torn - damage.tornBefore;
            damage.tornBefore = torn;
        }
    }
}
