// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.tearline.bench.machine.Pinning;

/**
 * Threads that increment each its own counter, by how far the counters lie from each other and in what; at distance 0
 * all have the same one. Each thread on a CPU of its own.
 *
 * <p>Every iteration takes the next placement, through the same compiled code, so that placements are compared with
 * their neighbours in time: what a line's way from core to core takes changes when a virtual CPU is moved.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SharingCost {
    /** Observed: the index of the placement that an iteration was for. */
    public static final String PLACEMENT = "placement";
    /** Observed: increments of all threads. */
    public static final String INCREMENTS = "increments";
    /** Observed: those of which the counters do not know. */
    public static final String LOST = "lost";
    /** Observed: 1 where the collector moved an object, so that its distance was not what it is called. */
    public static final String MOVED = "moved";

    /** In one call of a benchmark, which else were most of the time. */
    private static final int TIMES = 1000;
    private static final int PAGE_BYTES = 4096;
    /** Far from the array's length, which every access of an element loads: in the second line after it. */
    private static final int AWAY = 16;

    /** Holds what all threads share. */
    @State(Scope.Benchmark)
    public static class Placements {
        /** See {@link Increment#of}. */
        @Param("plain")
        public String mode;
        /** Taken in turn: raw-DISTANCE, array-DISTANCE, array-away-DISTANCE or a layout's name, with commas between. */
        @Param("raw-8")
        public String placements;
        @Param("64")
        public int lineBytes;

        private String[] names;
        private int threads;
        private int iteration = -1;
        private long memory;
        private List<Layouts.Place> places;
        private long[] array;
        private int[] indices;
        private long firstAddress;
        private Mine[] mine;

        @Setup(Level.Trial)
        public void allocate(BenchmarkParams benchmark) {
            names = placements.split(",");
            threads = benchmark.getThreads();
            mine = new Mine[threads];
            memory = UnsafeApi.allocateMemory(3 * PAGE_BYTES);
            Observed.from(this::observations);
        }

        @TearDown(Level.Trial)
        public void free() {
            UnsafeApi.freeMemory(memory);
        }

        /** Runs in one thread, and before any thread's own preparation of the iteration. */
        @Setup(Level.Iteration)
        public void next() {
            iteration++;
            String name = names[iteration % names.length];
            places = new ArrayList<>();
            array = null;
            if (name.startsWith("raw-")) {
                UnsafeApi.setMemory(memory, 3 * PAGE_BYTES, (byte) 0);
                long base = (memory + PAGE_BYTES - 1) & -PAGE_BYTES;
                for (int thread = 0; thread < threads; thread++) {
                    places.add(new Layouts.Place(null, base + (long) thread * distance(name)));
                }
            } else if (name.startsWith("array-")) {
                int first = name.startsWith("array-away-") ? AWAY : 0;
                array = withLengthInLine(first + threads * distance(name) / Long.BYTES + 1);
                indices = new int[threads];
                for (int thread = 0; thread < threads; thread++) {
                    indices[thread] = first + thread * distance(name) / Long.BYTES;
                }
            } else {
                places = Layouts.places(name, threads, lineBytes);
            }
            firstAddress = address();
        }

        private static int distance(String name) {
            return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        }

        /**
         * Returns an array whose length lies in the line of its first element, as it mostly does: see {@link Layouts}.
         */
        private long[] withLengthInLine(int length) {
            long[] made = new long[length];
            long element = UnsafeApi.arrayBaseOffset(long[].class);
            for (int i = 0; i < AWAY * AWAY && lineOf(made, element - Integer.BYTES) != lineOf(made, element); i++) {
                made = new long[length];
            }
            return made;
        }

        private long lineOf(Object object, long offset) {
            return (Layouts.addressOf(object) + offset) / lineBytes;
        }

        private long address() {
            return array != null ? Layouts.addressOf(array) : places.get(0).address();
        }

        private Map<String, Double> observations() {
            long made = 0;
            long kept = 0;
            Set<Object> counted = new HashSet<>();
            for (int thread = 0; thread < threads; thread++) {
                made += mine[thread].made;
                Object place = array != null ? (Object) indices[thread] : places.get(thread);
                if (counted.add(place)) {
                    kept += array != null ? array[indices[thread]]
                        : UnsafeApi.getLong(places.get(thread).base(), places.get(thread).offset());
                }
            }
            return Map.of(PLACEMENT, (double) (iteration % names.length), INCREMENTS, (double) made,
                LOST, (double) (made - kept), MOVED, address() == firstAddress ? 0.0 : 1.0);
        }
    }

    /** Holds what a thread has for itself; JMH pads it. */
    @State(Scope.Thread)
    public static class Mine {
        private Increment increment;
        private Increment.OfElement elements;
        private Object base;
        private long offset;
        /** Volatile, so that a loop loads the array again for each increment, and with it the array's length. */
        private volatile long[] array;
        private int index;
        private long made;

        @Setup(Level.Trial)
        public void pin(Placements placements, ThreadParams thread) {
            Pinning.pin(thread.getThreadIndex());
            increment = Increment.of(placements.mode);
            elements = Increment.OfElement.of(placements.mode);
            placements.mine[thread.getThreadIndex()] = this;
        }

        @Setup(Level.Iteration)
        public void take(Placements placements, ThreadParams thread) {
            made = 0;
            array = placements.array;
            if (array != null) {
                index = placements.indices[thread.getThreadIndex()];
            } else {
                base = placements.places.get(thread.getThreadIndex()).base();
                offset = placements.places.get(thread.getThreadIndex()).offset();
            }
        }
    }

    /** Fields and raw memory; the counter is read afterwards, so that no increment is dead. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public void place(Mine mine) {
        Increment increment = mine.increment;
        Object base = mine.base;
        long offset = mine.offset;
        for (int i = 0; i < TIMES; i++) {
            increment.once(base, offset);
        }
        mine.made += TIMES;
    }

    /** Elements of an array. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public void element(Mine mine) {
        Increment.OfElement elements = mine.elements;
        int index = mine.index;
        for (int i = 0; i < TIMES; i++) {
            elements.once(mine.array, index);
        }
        mine.made += TIMES;
    }
}
