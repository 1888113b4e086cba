package org.tearline.plan;

/**
 * One combination to try: what is written where, how it is written and read, by how many, in which tier. Immutable.
 *
 * @param offset bytes from a page-aligned base to the first byte of the value
 * @param seed   decides which generations the writers use and in which order
 */
public record TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read,
                        int writers, int readers, Tier tier, long seed) {

    /** Whether the offset is a multiple of the width. */
    public boolean aligned() {
        return offset % width.bytes() == 0;
    }

    /**
     * Whether the JVM itself makes the access of several instructions, so that a tear says nothing of the CPU. The
     * JDK's ByteBuffer does so in the interpreter, where getLongUnaligned and putLongUnaligned are Java code that goes
     * piece by piece; C1 and C2 have an intrinsic for them (seen in their code on JDK 17 and 25), unless HotSpot's flag
     * UseUnalignedAccesses is off (vmIntrinsics.cpp). AvoidUnalignedAccesses has no part in it: it is asked in array
     * copies and in the interpreter's fetch of operands, never for an access.
     *
     * @param unalignedAccesses the flag UseUnalignedAccesses of the JVM that runs the loops. On x86-64 and AArch64 it
     *                          is on unless somebody turns it off; on RISC-V it depends on the CPU
     */
    public boolean piecewise(boolean unalignedAccesses) {
        return memory == Memory.BYTEBUFFER && (tier == Tier.INTERPRETER || !unalignedAccesses) && !aligned()
            && (write == WriteMode.PLAIN || read == ReadMode.PLAIN);
    }

    /** Whether an x86-64 CPU executes a locked instruction on the value on either side. */
    public boolean lockedOnX86() {
        return write.lockedOnX86(tier) || read.lockedOnX86();
    }

    /** Whether both sides only load and store, without acquire or release: what no CPU faults on, aligned or not. */
    public boolean loadsAndStoresOnly() {
        return (write == WriteMode.PLAIN || write == WriteMode.OPAQUE)
            && (read == ReadMode.PLAIN || read == ReadMode.OPAQUE);
    }

    /**
     * The changes that a silence needs by default.
     *
     * @param x86 whether read-modify-writes across a line are split locks
     */
    public long defaultChanges(Crossing crossing, boolean x86) {
        if (!x86 || crossing == Crossing.NONE || !lockedOnX86()) {
            return Budget.DEFAULT_CHANGES;
        }
        return bothLockedOnX86() ? Budget.DEFAULT_SPLIT_LOCKED_CHANGES : Budget.DEFAULT_HALF_LOCKED_CHANGES;
    }

    /** Whether an x86-64 CPU executes a locked instruction on the value on both sides. */
    public boolean bothLockedOnX86() {
        return write.lockedOnX86(tier) && read.lockedOnX86();
    }

    /** The same trial at another offset. */
    public TrialSpec at(int newOffset) {
        return new TrialSpec(memory, width, newOffset, write, read, writers, readers, tier, seed);
    }

    /** The same trial with another write and read. */
    public TrialSpec with(WriteMode newWrite, ReadMode newRead) {
        return new TrialSpec(memory, width, offset, newWrite, newRead, writers, readers, tier, seed);
    }
}
