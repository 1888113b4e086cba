// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * One combination to try: what is written where, how it is written and read, by how many, in which tier.
 *
 * @param offset    bytes from a page-aligned base to the first byte of the value
 * @param processes in how many processes the threads are
 * @param seed      decides which generations the writers use and in which order
 */
public record TrialSpec(Memory memory, Width width, int offset, WriteMode write, ReadMode read,
                        int writers, int readers, Processes processes, Tier tier, long seed) {
    /** The default: a long, half on either side of the usual line. */
    public static final TrialSpec USUAL = new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.ORDERED,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1);

    /** Memory, write and read in reports; a long in one process is not mentioned. */
    public String title() {
        return memory + (width == Width.LONG ? "" : " " + width + "-byte")
            + (processes == Processes.ONE ? "" : " 2-process") + " " + write + "/" + read;
    }

    public boolean aligned() {
        return offset % width.bytes() == 0;
    }

    public TrialSpec at(int newOffset) {
        return new TrialSpec(memory, width, newOffset, write, read, writers, readers, processes, tier, seed);
    }

    public TrialSpec of(Width newWidth) {
        return new TrialSpec(memory, newWidth, offset, write, read, writers, readers, processes, tier, seed);
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
        return new TrialSpec(memory, width, offset, newWrite, newRead, writers, readers, processes, tier, seed);
    }
}
