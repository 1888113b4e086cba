// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.Width;

/**
 * Where a value is, and the bytes around it that a stressor may touch. All lie outside the value and its guards. For a
 * value inside one line the first two are the same byte. A loop takes it apart into locals before it begins.
 *
 * @param position    the value as the accesses take it: an address, or an index into a buffer
 * @param inFirstLine address of the byte in the first line
 * @param inLastLine  address of the byte in the last line
 * @param zeros       address of the byte in the line of zeros; below it each side has a line of its own
 */
public record Target(long position, long inFirstLine, long inLastLine, long zeros) {

    public static Target of(Region region, int slot, long offset, Width width, Geometry geometry) {
        long position = region.position(region.slot(slot) + offset);
        long address = region.base() + region.slot(slot) + offset;
        int line = geometry.lineBytes();
        long firstLine = address & -line;
        long lastLine = address + width.bytes() - 1 & -line;
        // The last line before the next slot; only its last bytes are guards.
        long zeros = region.base() + region.slot(slot + 1) - line;
        if (width.isVector()) {
            return ofVector(position, address, width, line, zeros);
        }
        if (firstLine != lastLine) {
            // Up to 7 bytes and a guard reach over the boundary, so the far half of either line is free.
            return new Target(position, firstLine, lastLine + line / 2, zeros);
        }
        long middle = address - firstLine + width.bytes() / 2;
        long free = middle <= line / 2 ? firstLine + line - 1 : firstLine;
        return new Target(position, free, free, zeros);
    }

    /** A vector may leave nothing free: then these are bytes of its own, not to be stored to. */
    private static Target ofVector(long position, long address, Width width, int line, long zeros) {
        long firstLine = address & -line;
        long lastByte = (address + width.bytes() - 1 & -line) + line - 1;
        if (firstLine + line - 1 != lastByte) {
            return new Target(position, firstLine, lastByte, zeros);
        }
        long free = leavesRoomBefore(address - firstLine) ? firstLine : lastByte;
        return new Target(position, free, free, zeros);
    }

    /**
     * Whether what stressors would store to is neither part of the value nor one of its guards. Only vectors of a whole
     * line leave too little room.
     */
    public static boolean hasRoom(long offset, Width width, Geometry geometry) {
        int line = geometry.lineBytes();
        long inFirst = offset % line;
        long pastEnd = (offset + width.bytes() - 1) % line + 1;
        boolean before = leavesRoomBefore(inFirst);
        boolean behind = pastEnd + Region.GUARD_BYTES < line;
        return geometry.crossing(offset, width) == Crossing.NONE ? before || behind : before && behind;
    }

    /** Another position beside the same bytes. */
    public Target at(long otherPosition) {
        return new Target(otherPosition, inFirstLine, inLastLine, zeros);
    }

    private static boolean leavesRoomBefore(long inLine) {
        return inLine > Region.GUARD_BYTES;
    }
}
