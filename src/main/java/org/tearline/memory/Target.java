package org.tearline.memory;

import org.tearline.plan.Geometry;
import org.tearline.plan.Width;

/**
 * What a loop works on: the value, and the bytes around it that a stressor may touch. One of these is in the line of
 * the value's first byte, one in the line of its last, and one in a line that has nothing to do with either and holds
 * zeros. All lie outside the value and its guards. For a value inside one line the first two are the same byte. A loop
 * takes it apart into locals before it begins. Immutable.
 *
 * @param position    the value as the accesses take it: an address, or an index into a buffer
 * @param inFirstLine address of the byte in the first line
 * @param inLastLine  address of the byte in the last line
 * @param zeros       address of the byte in the line of zeros; below it each side has a line of its own
 */
public record Target(long position, long inFirstLine, long inLastLine, long zeros) {

    /** The value at this offset of a region's slot. */
    public static Target of(Region region, int slot, long offset, Width width, Geometry geometry) {
        long position = region.position(region.slot(slot) + offset);
        long address = region.base() + region.slot(slot) + offset;
        int line = geometry.lineBytes();
        long firstLine = address & -line;
        long lastLine = address + width.bytes() - 1 & -line;
        // The last line before the next slot; only its last bytes are guards.
        long zeros = region.base() + region.slot(slot + 1) - line;
        if (firstLine != lastLine) {
            // Up to 7 bytes and a guard reach over the boundary, so the far half of either line is free.
            return new Target(position, firstLine, lastLine + line / 2, zeros);
        }
        long middle = address - firstLine + width.bytes() / 2;
        long free = middle <= line / 2 ? firstLine + line - 1 : firstLine;
        return new Target(position, free, free, zeros);
    }
}
