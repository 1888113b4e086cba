// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * What a trial tests: the memory, width and offset of the value, how it is written and read, by how many threads, and
 * in which tier. Thread-safe.
 *
 * @param offset bytes from a page-aligned base to the first byte of the value
 * @param seed   determines the stored values and their order
 * @param across the boundary that the locked long of a one-sided trial crosses, in bytes from the base; 0 for the
 *               vector's own middle
 */
public record TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read,
                        int writers, int readers, Processes processes, Tier tier, long seed, int across) {
    /** The default: a long centred on the boundary of a 64-byte line. */
    public static final TrialSpec USUAL = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1);

    public TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read, int writers, int readers,
                     Processes processes, Tier tier, long seed) {
        this(memory, width, offset, write, read, writers, readers, processes, tier, seed, 0);
    }

    /**
     * Memory, write and read as reports name them. Omits the width of a long, and the number of processes if it is one.
     */
    public String title() {
        return memory + (width == Width.LONG ? "" : " " + width + "-byte")
            + (processes == Processes.ONE ? "" : " 2-process") + " " + write + "/" + read
            + (across == 0 ? "" : " across " + across);
    }

    /** Whether one side accesses a vector and the other a locked long inside it, so that only the vector can tear. */
    public boolean oneSided() {
        return width.isVector() && (write != WriteMode.PLAIN || read != ReadMode.PLAIN);
    }

    /**
     * Bytes from the start of the vector to the locked long inside it, a multiple of 4. The long crosses the boundary,
     * and it lies within one lane unless the boundary is between two lanes.
     */
    public int inside() {
        int cut = cut();
        return cut % Long.BYTES == 0 ? cut - Long.BYTES / 2 : cut / Long.BYTES * Long.BYTES;
    }

    /** Bytes from the start of the vector to the tested boundary. */
    public int cut() {
        return across == 0 ? width.bytes() / 2 : across - offset;
    }

    /** The offset of the value that is checked for tears; in a one-sided trial, that is the locked long. */
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

    /** This trial at another offset, without {@link #across}. */
    public TrialSpec at(int newOffset) {
        return new TrialSpec(memory, width, newOffset, write, read, writers, readers, processes, tier, seed);
    }

    public TrialSpec of(Width newWidth) {
        return new TrialSpec(memory, newWidth, offset, write, read, writers, readers, processes, tier, seed, across);
    }

    /** With a read that cannot tear, so that any tear is the write's. */
    public TrialSpec withLockedRead() {
        return with(write, ReadMode.EXCHANGE);
    }

    /** With a write that cannot tear, so that any tear is the read's. */
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
        INTERPRETER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The number of processes in which the threads of a trial run. */
    public enum Processes {
        ONE,
        /** The readers run in a second process, which maps the same file at another address. */
        TWO;

        public static Processes of(int count) {
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

    /** How readers load the value. */
    public enum ReadMode {
        PLAIN, OPAQUE, ACQUIRE, VOLATILE,
        /** compareAndSet of a torn candidate to itself, which succeeds only if memory contains it at that moment. */
        CAS,
        /** compareAndExchange of a value to itself: a locked read of an arbitrary value. */
        EXCHANGE,
        /** getAndAdd of zero: the other locked read. */
        GETANDADD,
        /** Volatile reads until two in a row agree: what Chronicle-Core did wherever a value might be cut. */
        AGREE,
        /**
         * One volatile read of a value within 64 aligned bytes, otherwise {@link #AGREE}: what Chronicle-Core ships.
         */
        MASKED,
        /** A plain read between two reads of a version, repeated until these agree and no write is in progress. */
        SEQLOCK;

        /** Whether a read of the value takes several loads and may be retried. */
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

    /** How writers store the value: the memory order or the read-modify-write in the Java code. */
    public enum WriteMode {
        PLAIN, OPAQUE,
        /** A release store, also known as lazySet. */
        ORDERED,
        VOLATILE,
        /** compareAndSet from the value that this writer stored last. */
        CAS,
        GETANDSET,
        /** getAndAdd of the next value minus the current one, which only a single writer knows. */
        GETANDADD,
        /** A plain store between two stores of a version; single writer only. */
        SEQLOCK;

        public boolean readsAndWrites() {
            return this == CAS || this == GETANDSET || this == GETANDADD;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * When a trial ends.
     *
     * @param nanos   limit of the counting time; {@link Long#MAX_VALUE} for none
     * @param changes how many changes a strong negative result needs
     */
    public record Budget(long nanos, long changes, Until until) {
        /** For two ordinary sides: about a second on a desktop CPU. */
        public static final long DEFAULT_CHANGES = 10_000_000;
        /** For two split-locked sides, where each access delays other cores. */
        public static final long DEFAULT_SPLIT_LOCKED_CHANGES = 100_000;
        /**
         * With a split-locked side, fewer changes than this give no negative result, not even a weak one. This many
         * contain some 200 planted tears, which test the reader. On Emerald Rapids, a split lock takes 15 us and a
         * trial makes 6,000 changes per second, so the 100,000 for a strong negative result would take 17 s of locking.
         */
        public static final long LEAST_SPLIT_LOCKED_CHANGES = 2_000;
        /**
         * For one split-locked side, where the pair can tear: about a second. On Zen 4, a CAS writer's tears come in
         * bursts, and a tenth of these changes missed them in half of the runs.
         */
        public static final long DEFAULT_HALF_LOCKED_CHANGES = 1_000_000;

        /** The minimum changes for a negative result, which is weak if it has fewer than the budget's changes. */
        public long leastChanges(int splitLockedSides) {
            return leastChanges(changes, splitLockedSides);
        }

        public static long leastChanges(long changes, int splitLockedSides) {
            return splitLockedSides > 0 ? Math.min(changes, LEAST_SPLIT_LOCKED_CHANGES) : changes;
        }

        /** When a trial ends after a tear. */
        public enum Until {
            /** At the first tear. */
            FIRST,
            /** At the end of the slice with the first tear; the seam and the order of magnitude are then known. */
            SETTLED,
            /** When the changes or the time are used up. */
            BUDGET;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
