// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tearline.bench.machine.Pinning;

/**
 * Holds what a remedy costs its writer and its reader, one thread each, on CPUs of their own, and whether the reader
 * saw a value that nobody wrote: every value is one byte eight times over.
 *
 * <p>The check of a value is a rotation and a comparison and the same for all remedies. JMH pads its state objects
 * itself, so what the two threads count for themselves shares no line; the remedy's memory is its own.
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RemedyCost {
    /** Observed. */
    public static final String READS = "reads";
    /** Observed: reads that returned another value than the one before. */
    public static final String CHANGES = "changes";
    /** Observed: values whose bytes are not all the same. */
    public static final String TORN = "torn";
    /** Observed: reads that had to begin again. */
    public static final String RETRIES = "retries";

    private static final int PAGE_BYTES = 4096;

    /** Holds what both threads share. */
    @State(Scope.Group)
    public static class Shared {
        /** See {@link Remedy#of}. */
        @Param("straddling")
        public String remedy;
        /** At which 8 bytes lie across a line. */
        @Param("60")
        public int across;

        private Remedy chosen;
        private long memory;
        private Reader reader;

        @Setup(Level.Trial)
        public void choose() {
            memory = UnsafeApi.allocateMemory(3 * PAGE_BYTES);
            UnsafeApi.setMemory(memory, 3 * PAGE_BYTES, (byte) 0);
            chosen = Remedy.of(remedy, (memory + PAGE_BYTES - 1) & -PAGE_BYTES, across);
            Observed.from(() -> Map.of(READS, (double) reader.reads, CHANGES, (double) reader.changes,
                TORN, (double) reader.torn, RETRIES, (double) (chosen.retries() - reader.retriesBefore)));
        }

        @TearDown(Level.Trial)
        public void free() {
            UnsafeApi.freeMemory(memory);
        }
    }

    /** The writer's own. */
    @State(Scope.Thread)
    public static class Writer {
        private static final long EVERY_BYTE = 0x0101010101010101L;
        private int generation;

        @Setup(Level.Trial)
        public void pin() {
            Pinning.pin(0);
        }

        /** Neighbours in time differ in every byte, so that a mixture shows. */
        private long next() {
            generation = generation + 1 & 0xff;
            return generation * EVERY_BYTE;
        }
    }

    /** The reader's own. */
    @State(Scope.Thread)
    public static class Reader {
        private long last;
        private long reads;
        private long changes;
        private long torn;
        private long retriesBefore;

        @Setup(Level.Trial)
        public void pin(Shared shared) {
            Pinning.pin(1);
            shared.reader = this;
        }

        @Setup(Level.Iteration)
        public void forget(Shared shared) {
            reads = 0;
            changes = 0;
            torn = 0;
            retriesBefore = shared.chosen.retries();
        }
    }

    @Benchmark
    @Group("pair")
    public void write(Shared shared, Writer writer) {
        shared.chosen.write(writer.next());
    }

    /** Returns the value and counts its check, so that no read is dead. */
    @Benchmark
    @Group("pair")
    public long read(Shared shared, Reader reader) {
        long value = shared.chosen.read();
        reader.reads++;
        if (value != reader.last) {
            reader.last = value;
            reader.changes++;
            if (value != Long.rotateLeft(value, Byte.SIZE)) {
                reader.torn++;
            }
        }
        return value;
    }
}
