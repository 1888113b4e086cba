// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures ways to pass a long from a writer to a reader, and counts torn values. Each value is one byte repeated eight
 * times.
 */
public class RemedyCost extends Cost {
    /** The value that the writer and the reader share. */
    @State(Scope.Group)
    public static class Shared {
        @Param({"none", "align", "own-line", "copy", "seqlock", "synchronized", "two-agree", "cas-write", "locked-read",
            "both-locked"})
        public String remedy;
        /** The offset of the value: by default one that crosses a line; 28 for CPUs that split stores inside a line. */
        @Param("60")
        public int across;

        private Remedies.Remedy chosen;
        private Pages pages;

        @Setup
        public void choose() {
            pages = new Pages(PAGE_BYTES);
            chosen = Remedies.of(remedy, pages, across);
        }

        @TearDown
        public void free() {
            pages.close();
        }
    }

    /** The writer's state, padded by JMH. */
    @State(Scope.Thread)
    public static class Writer {
        private static final long EVERY_BYTE = 0x0101010101010101L;
        private int generation;

        /** Successive values differ in every byte, so that torn values can be recognized. */
        private long next() {
            generation = generation + 1 & 0xff;
            return generation * EVERY_BYTE;
        }
    }

    /** The reader's state, padded by JMH. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Reader {
        /** Values that differ from the previous one. */
        public long changes;
        /** Changes to a value whose bytes are not all equal. */
        public long torn;
        private long last;

        void take(long value) {
            if (value != last) {
                last = value;
                changes++;
                if (value != Long.rotateLeft(value, Byte.SIZE)) {
                    torn++;
                }
            }
        }
    }

    @Benchmark
    @Group("pair")
    public void write(Shared shared, Writer writer) {
        shared.chosen.write(writer.next());
    }

    @Benchmark
    @Group("pair")
    public long read(Shared shared, Reader reader) {
        long value = shared.chosen.read();
        reader.take(value);
        return value;
    }
}
