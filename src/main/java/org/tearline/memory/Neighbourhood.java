package org.tearline.memory;

import org.tearline.plan.Geometry;
import org.tearline.plan.Width;

/**
 * The bytes next to a value that a stressor may touch: one in the line of the value's first byte, one in the line of
 * its last, and one in a line that has nothing to do with either and holds zeros. All lie outside the value and its
 * guards. For a value inside one line the first two are the same byte. Immutable.
 *
 * @param first  address of the byte in the first line
 * @param second address of the byte in the last line
 * @param apart  address of the byte in the line of zeros
 */
public record Neighbourhood(long first, long second, long apart) {

    /** Finds the bytes around a value at this offset of a region's first slot. */
    public static Neighbourhood of(Region region, long offset, Width width, Geometry geometry) {
        return of(region, 0, offset, width, geometry);
    }

    /** Finds the bytes around a value at this offset of a region's slot. */
    public static Neighbourhood of(Region region, int slot, long offset, Width width, Geometry geometry) {
        long address = region.base() + region.slot(slot) + offset;
        int line = geometry.lineBytes();
        long firstLine = address & -line;
        long secondLine = address + width.bytes() - 1 & -line;
        // The last line before the next slot; only its last bytes are guards.
        long apart = region.base() + region.slot(slot + 1) - line;
        if (firstLine != secondLine) {
            // Up to 7 bytes and a guard reach over the boundary, so the far half of either line is free.
            return new Neighbourhood(firstLine, secondLine + line / 2, apart);
        }
        long middle = address - firstLine + width.bytes() / 2;
        long free = middle <= line / 2 ? firstLine + line - 1 : firstLine;
        return new Neighbourhood(free, free, apart);
    }
}
