// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.agrona.UnsafeApi.getAndAddLong;
import static org.agrona.UnsafeApi.getLongOpaque;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.agrona.UnsafeApi.putLongOpaque;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures increments of one counter per thread, by distance between the counters. At 0, all threads share a counter.
 */
@Threads(2)
public class SharingCost extends Cost {
    static final int TIMES = 1000;
    /** Two lines. */
    private static final int PADDING = 128 / Long.BYTES;

    /**
     * Increments 8 bytes at an address or in an array. Plain uses opaque accesses, which compile to the same two MOVs,
     * because C2 would fold a loop of plain increments into one addition.
     */
    interface Increment {
        void once(long[] array, long place);

        /** For raw memory; ignores the array. */
        static Increment ofRaw(String mode) {
            return switch (mode) {
                case "plain" -> (array, at) -> putLongOpaque(null, at, getLongOpaque(null, at) + 1);
                case "ordered" -> (array, at) -> putLongRelease(null, at, getLongVolatile(null, at) + 1);
                case "volatile" -> (array, at) -> putLongVolatile(null, at, getLongVolatile(null, at) + 1);
                case "getandadd" -> (array, at) -> getAndAddLong(null, at, 1);
                default -> throw new IllegalArgumentException("no mode '" + mode + "'");
            };
        }

        /**
         * For an array, in which the place is an index. C2 moves the check of the index, which loads the array's
         * length, out of the loop (seen in the machine code of JDK 17). The length is therefore loaded once per call,
         * which is a miss if another thread's counter is in the same line.
         */
        static Increment ofArray(String mode) {
            return switch (mode) {
                case "plain" -> (array, i) ->
                    ELEMENT.setOpaque(array, (int) i, (long) ELEMENT.getOpaque(array, (int) i) + 1);
                case "ordered" -> (array, i) ->
                    ELEMENT.setRelease(array, (int) i, (long) ELEMENT.getVolatile(array, (int) i) + 1);
                case "volatile" -> (array, i) ->
                    ELEMENT.setVolatile(array, (int) i, (long) ELEMENT.getVolatile(array, (int) i) + 1);
                case "getandadd" -> (array, i) -> {
                    // Without the result, the call would have another type than getAndAdd and be converted.
                    long before = (long) ELEMENT.getAndAdd(array, (int) i, 1L);
                };
                default -> throw new IllegalArgumentException("no mode '" + mode + "'");
            };
        }
    }

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    /** The memory of all counters. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** In a padded array, two lines of unused elements separate the first counter from the array's length. */
        @Param({"raw", "array", "padded-array"})
        public String memory;
        @Param({"plain", "ordered", "volatile", "getandadd"})
        public String mode;
        @Param({"0", "8", "16", "32", "64", "128", "256"})
        public int distanceBytes;

        private Increment increment;
        private Pages pages;
        private long[] array;
        private int firstIndex;

        @Setup
        public void allocate(BenchmarkParams benchmark) {
            allocate(benchmark.getThreads());
        }

        void allocate(int threads) {
            boolean raw = memory.equals("raw");
            increment = raw ? Increment.ofRaw(mode) : Increment.ofArray(mode);
            int bytes = threads * distanceBytes + Long.BYTES;
            pages = new Pages(bytes);
            if (memory.equals("padded-array")) {
                firstIndex = PADDING;
            }
            array = raw ? null : new long[firstIndex + bytes / Long.BYTES];
        }

        @TearDown
        public void free() {
            pages.close();
        }

        /** Returns the address or the index of a thread's counter. */
        long place(int thread) {
            long distance = (long) thread * distanceBytes;
            return array == null ? pages.at(distance) : firstIndex + distance / Long.BYTES;
        }
    }

    /** One per thread, padded by JMH. */
    @State(Scope.Thread)
    public static class Mine {
        private long place;

        @Setup
        public void choose(Shared shared, ThreadParams thread) {
            place = shared.place(thread.getThreadIndex());
        }
    }

    @Benchmark
    @OperationsPerInvocation(TIMES)
    public void increment(Shared shared, Mine mine) {
        Increment increment = shared.increment;
        long[] array = shared.array;
        long place = mine.place;
        for (int i = 0; i < TIMES; i++) {
            increment.once(array, place);
        }
    }
}
