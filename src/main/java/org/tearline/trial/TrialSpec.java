// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * One combination to try: what is written where, how it is written and read, by how many, in which tier.
 *
 * @param offset    bytes from a page-aligned base to the first byte of the value
 * @param processes in how many processes the threads are
 * @param seed      decides which generations the writers use and in which order
 * @param across    of a one-sided trial: the boundary that the locked long lies across, in bytes from the base; 0 for
 *                  the vector's own middle
 */
public record TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read,
                        int writers, int readers, Processes processes, Tier tier, long seed, int across) {
    /** The default: a long, half on either side of the usual line. */
    public static final TrialSpec USUAL = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1);

    /** Without a boundary that a locked long lies across. */
    public TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read, int writers, int readers,
                     Processes processes, Tier tier, long seed) {
        this(memory, width, offset, write, read, writers, readers, processes, tier, seed, 0);
    }

    /** Memory, write and read in reports; a long in one process is not mentioned. */
    public String title() {
        return memory + (width == Width.LONG ? "" : " " + width + "-byte")
            + (processes == Processes.ONE ? "" : " 2-process") + " " + write + "/" + read
            + (across == 0 ? "" : " across " + across);
    }

    /** Whether one side is a vector and the other one a locked long inside it, so that a tear is the vector's. */
    public boolean oneSided() {
        return width.isVector() && (write != WriteMode.PLAIN || read != ReadMode.PLAIN);
    }

    /**
     * Bytes from the vector to the locked long inside it: a multiple of 4, so that the long lies across the boundary
     * and, but for the vector's own middle, across no two of its lanes.
     */
    public int inside() {
        int cut = cut();
        return cut % Long.BYTES == 0 ? cut - Long.BYTES / 2 : cut / Long.BYTES * Long.BYTES;
    }

    /** Bytes from the vector to the boundary that is asked about. */
    public int cut() {
        return across == 0 ? width.bytes() / 2 : across - offset;
    }

    /** Where the value lies that is looked at: the locked long of a one-sided trial. */
    public int seenOffset() {
        return oneSided() ? offset + inside() : offset;
    }

    public Width seenWidth() {
        return oneSided() ? Width.LONG : width;
    }

    public boolean aligned() {
        return offset % width.bytes() == 0;
    }

    public TrialSpec across(int boundary) {
        return new TrialSpec(memory, width, offset, write, read, writers, readers, processes, tier, seed, boundary);
    }

    /** At another offset, where another boundary may be asked about. */
    public TrialSpec at(int newOffset) {
        return new TrialSpec(memory, width, newOffset, write, read, writers, readers, processes, tier, seed);
    }

    public TrialSpec of(Width newWidth) {
        return new TrialSpec(memory, newWidth, offset, write, read, writers, readers, processes, tier, seed, across);
    }

    /** The same write read by a locked instruction: what tears then, the write tore. */
    public TrialSpec withLockedRead() {
        return with(write, ReadMode.EXCHANGE);
    }

    /** The same read of a locked write: what tears then, the read tore. */
    public TrialSpec withLockedWrite() {
        return with(WriteMode.CAS, read);
    }

    public TrialSpec with(WriteMode newWrite, ReadMode newRead) {
        return new TrialSpec(memory, width, offset, newWrite, newRead, writers, readers, processes, tier, seed, across);
    }

    /** How HotSpot runs the tested access. */
    public enum Tier {
        /** The optimising compiler, level 4. */
        C2,
        /** The client compiler without profiling, level 1. */
        C1,
        /** No compiled code at all. */
        INTERPRETER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The number of processes that the threads of a trial run in. */
    public enum Processes {
        ONE,
        /** The readers have a process of their own, which maps the same file at another address. */
        TWO;

        public static Processes of(int count) {
            if (count < 1 || count > values().length) {
                throw new IllegalArgumentException(count + " processes");
            }
            return values()[count - 1];
        }

        public int count() {
            return ordinal() + 1;
        }

        @Override
        public String toString() {
            return String.valueOf(count());
        }
    }

    /** The two loops of a trial: one stores, the other loads. */
    public enum Side {
        WRITE, READ;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How readers look at the value. */
    public enum ReadMode {
        PLAIN, OPAQUE, ACQUIRE, VOLATILE,
        /** compareAndSet of a torn candidate to itself: succeeds only if memory held it at a locked instant. */
        CAS,
        /** compareAndExchange of a value to itself: a locked read of an arbitrary value. */
        EXCHANGE,
        /** getAndAdd of zero: the other locked read. */
        GETANDADD,
        /** Volatile reads until two in a row agree: what Chronicle-Core did wherever a value might be cut. */
        AGREE,
        /** One volatile read of a value within 64 aligned bytes, else {@link #AGREE}: what Chronicle-Core ships. */
        MASKED,
        /** A plain read between two reads of a version, until both are the same and no write is in progress. */
        SEQLOCK;

        /** Whether it is several reads of the value, perhaps repeated. */
        public boolean guarded() {
            return this == AGREE || this == MASKED || this == SEQLOCK;
        }

        /** Whether it is a read-modify-write, which writes back what it read. */
        public boolean readsAndWrites() {
            return this == CAS || this == EXCHANGE || this == GETANDADD;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How writers store the value: the memory order or the read-modify-write that Java code asks for. */
    public enum WriteMode {
        PLAIN, OPAQUE,
        /** The user's word for release; also known as lazySet. */
        ORDERED,
        VOLATILE,
        /** compareAndSet from the value that this writer stored last. */
        CAS,
        GETANDSET,
        /** getAndAdd of the difference to the next value; only one writer can know that difference. */
        GETANDADD,
        /** A plain store between two stores of a version; one writer. */
        SEQLOCK;

        public boolean readsAndWrites() {
            return this == CAS || this == GETANDSET || this == GETANDADD;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
