// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * What a trial tests: the memory, width and offset of the value, how it is written and read, by how many threads, and
 * in which tier. Thread-safe.
 *
 * @param offset bytes from a page-aligned base to the first byte of the value
 * @param seed   determines the stored values and their order
 * @param across the boundary that the locked long of a one-sided trial crosses, in bytes from the base; 0 for the
 *               middle of the vector, and for all other trials
 */
public record TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read,
                        int writers, int readers, Processes processes, Tier tier, long seed, int across) {
    /** The default trial: a long centred on a boundary between 64-byte lines. */
    public static final TrialSpec USUAL = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1);

    public TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read, int writers, int readers,
                     Processes processes, Tier tier, long seed) {
        this(memory, width, offset, write, read, writers, readers, processes, tier, seed, 0);
    }

    /** The title in reports. Omits the width of a long, and the number of processes if there is only one. */
    public String title() {
        String title = memory.toString();
        if (width != Width.LONG) {
            title += " " + width + "-byte";
        }
        if (processes == Processes.TWO) {
            title += " 2-process";
        }
        title += " " + write + "/" + read;
        if (across != 0) {
            title += " across " + across;
        }
        return title;
    }

    /** Whether one side accesses a vector and the other a locked long inside it, so only the vector can tear. */
    public boolean oneSided() {
        return width.isVector() && (write != WriteMode.PLAIN || read != ReadMode.PLAIN);
    }

    /** Whether this side accesses the locked long inside a vector; it is the side that is not plain. */
    public boolean locksInside(Side side) {
        return oneSided() && (write == WriteMode.PLAIN) == (side == Side.READ);
    }

    /** The tested boundary of a one-sided trial; null for all others. */
    public Integer testedBoundary() {
        if (oneSided()) {
            return across;
        }
        return null;
    }

    /**
     * Bytes from the start of the vector to the locked long inside it, a multiple of 4. The long crosses the boundary,
     * and it lies within one lane unless the boundary is between two lanes.
     */
    public int lockedOffset() {
        int cut = cut();
        if (cut % Long.BYTES == 0) {
            return cut - Long.BYTES / 2;
        }
        return cut / Long.BYTES * Long.BYTES;
    }

    /** Bytes from the start of the vector to the tested boundary. */
    public int cut() {
        if (across == 0) {
            return width.bytes() / 2;
        }
        return across - offset;
    }

    /** Whether a side makes several accesses, to detect that the value changed in between. */
    public boolean guarded() {
        return write == WriteMode.SEQLOCK || read.guarded();
    }

    /** Whether an access is misaligned, plain and through a checked API, which is Java code until compiled. */
    boolean inPiecesByJava() {
        return Api.checks(memory) && !aligned() && (write == WriteMode.PLAIN || read == ReadMode.PLAIN);
    }

    /** The offset of the value that is checked for tears: in a one-sided trial, the offset of the locked long. */
    int seenOffset() {
        if (oneSided()) {
            return offset + lockedOffset();
        }
        return offset;
    }

    public Width seenWidth() {
        if (oneSided()) {
            return Width.LONG;
        }
        return width;
    }

    public boolean aligned() {
        return offset % width.bytes() == 0;
    }

    public TrialSpec across(int boundary) {
        return new TrialSpec(memory, width, offset, write, read, writers, readers, processes, tier, seed, boundary);
    }

    /** Returns this trial across the largest boundary that its vector crosses; the same if it is not one-sided. */
    public TrialSpec acrossLargest(Geometry geometry) {
        if (!oneSided()) {
            return this;
        }
        int boundary = geometry.boundary(offset, width);
        return across((offset / boundary + 1) * boundary);
    }

    /** Returns this trial at another offset, with {@link #across} reset to 0. */
    public TrialSpec at(int newOffset) {
        return new TrialSpec(memory, width, newOffset, write, read, writers, readers, processes, tier, seed);
    }

    public TrialSpec in(Memory newMemory) {
        return new TrialSpec(newMemory, width, offset, write, read, writers, readers, processes, tier, seed, across);
    }

    public TrialSpec by(Tier newTier) {
        return new TrialSpec(memory, width, offset, write, read, writers, readers, processes, newTier, seed, across);
    }

    public TrialSpec of(Width newWidth) {
        return new TrialSpec(memory, newWidth, offset, write, read, writers, readers, processes, tier, seed, across);
    }

    /** Returns this trial with a read that cannot tear, so any tear is the write's. */
    public TrialSpec withLockedRead() {
        return with(write, ReadMode.EXCHANGE);
    }

    /** Returns this trial with a write that cannot tear, so any tear is the read's. */
    public TrialSpec withLockedWrite() {
        return with(WriteMode.CAS, read);
    }

    TrialSpec withPlainAccesses() {
        return with(WriteMode.PLAIN, ReadMode.PLAIN);
    }

    TrialSpec withVolatileAccesses() {
        return with(WriteMode.VOLATILE, ReadMode.VOLATILE);
    }

    public TrialSpec with(WriteMode newWrite, ReadMode newRead) {
        return new TrialSpec(memory, width, offset, newWrite, newRead, writers, readers, processes, tier, seed, across);
    }

    /** The number of processes in which the threads of a trial run, which is one more than the constant's ordinal. */
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
}
