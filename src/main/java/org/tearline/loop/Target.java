// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Crossing;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;

/**
 * The position of a value, and nearby addresses for stressors. These are outside the value and its guards, unless
 * {@link #hasRoom} is false: then at least one address is in the vector or its guards.
 *
 * @param position    what the accesses take: an address, index or offset, see {@link Region#position}
 * @param inFirstLine address of a byte in the value's first line
 * @param inLastLine  address of a byte in its last line; the same byte if the value lies inside one line
 * @param zeros       address in a line of zeros; the line 512 bytes below is for readers only
 */
public record Target(long position, long inFirstLine, long inLastLine, long zeros) {
    public static Target of(Region region, int slot, long offset, Width width, Geometry geometry) {
        long position = region.position(region.slot(slot) + offset);
        long address = region.base() + region.slot(slot) + offset;
        int line = geometry.lineBytes();
        long firstLine = address & -line;
        long lastLine = address + width.bytes() - 1 & -line;
        // The last line before the next slot. Zero, except for the guards at its end.
        long zeros = region.base() + region.slot(slot + 1) - line;
        long inLine = address - firstLine;
        // Free in the last line, and in the first if the value leaves no room there.
        long free = lastLine + line - 1;
        if (firstLine != lastLine) {
            if (!width.isVector()) {
                // At most 7 bytes and the guard bytes extend past the boundary, so the far half of a line is free.
                free = lastLine + line / 2;
            }
            return new Target(position, firstLine, free, zeros);
        }
        boolean startIsFree = inLine + width.bytes() / 2 > line / 2;
        if (width.isVector()) {
            startIsFree = leavesRoomBefore(inLine);
        }
        if (startIsFree) {
            free = firstLine;
        }
        return new Target(position, free, free, zeros);
    }

    /**
     * Whether stressors can store to the value's lines without touching the value or its guards. Only a vector as
     * large as a line leaves too little room, if it starts within 8 bytes of a line boundary.
     */
    public static boolean hasRoom(long offset, Width width, Geometry geometry) {
        int line = geometry.lineBytes();
        long inFirst = offset % line;
        long pastEnd = (offset + width.bytes() - 1) % line + 1;
        boolean before = leavesRoomBefore(inFirst);
        boolean behind = pastEnd + Region.GUARD_BYTES < line;
        if (geometry.crossing(offset, width) == Crossing.NONE) {
            return before || behind;
        }
        return before && behind;
    }

    public Target at(long otherPosition) {
        return new Target(otherPosition, inFirstLine, inLastLine, zeros);
    }

    /** Whether a byte is free between the start of a line and the guards of a value at this offset in the line. */
    private static boolean leavesRoomBefore(long inLine) {
        return inLine > Region.GUARD_BYTES;
    }
}
