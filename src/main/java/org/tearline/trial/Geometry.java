// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * The line and page size of a machine in bytes, and which boundaries an access crosses. Thread-safe.
 *
 * @param lineBytes size of a cache line, a power of two
 * @param pageBytes size of a virtual-memory page, a power of two and a multiple of the line
 */
public record Geometry(int lineBytes, int pageBytes) {
    /** The line and page size of every x86-64 CPU and of most others. */
    public static final Geometry USUAL = new Geometry(64, 4096);
    /** Stands for the middle of a misaligned vector, where a CPU may cut the vector whatever its address. */
    public static final int OWN_MIDDLE = 0;

    /** The largest boundary that a value crosses at an offset from a page-aligned base. */
    public Crossing crossing(long offset, Width width) {
        long last = offset + width.bytes() - 1;
        if (offset / pageBytes != last / pageBytes) {
            return Crossing.PAGE;
        }
        if (offset / lineBytes == last / lineBytes) {
            return Crossing.NONE;
        }
        return Crossing.LINE;
    }

    /** The boundary that a trial tests, or {@link #OWN_MIDDLE}. */
    public int boundary(TrialSpec trial) {
        if (trial.oneSided() && trial.across() == 0) {
            return OWN_MIDDLE;
        }
        return boundary(trial.seenOffset(), trial.seenWidth());
    }

    /**
     * The largest power of two, up to the page size, with a multiple strictly inside the value: 32 for a long at 28, 64
     * at 60, 4 for an aligned long. The access is atomic if the granule is larger.
     */
    public int boundary(int offset, Width width) {
        // The highest bit in which the addresses of the first and the last byte differ.
        return Math.min(pageBytes, Integer.highestOneBit(offset ^ offset + width.bytes() - 1));
    }

    /** The largest offset of a value within the two pages of a trial. */
    public int maxOffset(Width width) {
        return 2 * pageBytes - width.bytes();
    }

    /** The offset of a value centred on the first line boundary. */
    public int lineCrossingOffset(Width width) {
        return lineBytes - width.bytes() / 2;
    }
}
