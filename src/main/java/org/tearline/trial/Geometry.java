// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * The line and page size of a machine, in bytes, and what follows from them for an access.
 *
 * @param lineBytes size of a cache line, a power of two
 * @param pageBytes size of a virtual-memory page, a power of two and a multiple of the line
 */
public record Geometry(int lineBytes, int pageBytes) {
    /** Stands for the middle of a misaligned vector: a CPU may cut it there, whatever its address. */
    public static final int OWN_MIDDLE = 0;

    /** The boundary that a value lies across; the offset counts from a page-aligned base. */
    public Crossing crossing(long offset, Width width) {
        return crossing(offset, width.bytes());
    }

    public Crossing crossing(long offset, int widthBytes) {
        long last = offset + widthBytes - 1;
        if (offset / pageBytes != last / pageBytes) {
            return Crossing.PAGE;
        }
        return offset / lineBytes != last / lineBytes ? Crossing.LINE : Crossing.NONE;
    }

    /** The boundary of what a trial looks at, or {@link #OWN_MIDDLE}. */
    public int boundary(TrialSpec trial) {
        return trial.oneSided() && trial.across() == 0 ? OWN_MIDDLE : boundary(trial.seenOffset(), trial.seenWidth());
    }

    /**
     * The largest power of two of which a multiple lies strictly inside the value, at most the page: 32 for a long at
     * 28, 64 at 60, 4 for an aligned long. An access of this place is whole where the granule is larger.
     */
    public int boundary(int offset, Width width) {
        return Math.min(pageBytes, Integer.highestOneBit(offset ^ offset + width.bytes() - 1));
    }

    /** The largest offset at which a value lies within the two pages of a trial. */
    public int maxOffset(Width width) {
        return 2 * pageBytes - width.bytes();
    }

    /** Half of the value on either side of the first line boundary. */
    public int lineCrossingOffset(Width width) {
        return lineBytes - width.bytes() / 2;
    }
}
