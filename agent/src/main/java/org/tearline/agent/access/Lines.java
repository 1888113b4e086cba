// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Sizes of a cache line, a page and a granule, all powers of two. Only misaligned accesses across a granule boundary
 * are reported; with a granule of 1 byte, all of them are.
 */
public record Lines(int lineBytes, int pageBytes, int granuleBytes) {
    /** The smallest alignment of objects in the heap that the JVM allows, in bytes. */
    public static final int OBJECT_ALIGNMENT = 8;

    private static final int USUAL_LINE = 64;

    /** @param lineBytes 0 for the size that the system reports */
    public Lines {
        if (lineBytes == 0) {
            lineBytes = ofThisMachine();
        }
    }

    private static int ofThisMachine() {
        // Not a FileChannel, which would load more classes during startup.
        try (FileInputStream file =
                 new FileInputStream("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size")) {
            int bytes = Integer.parseInt(new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim());
            return valid(bytes) ? bytes : USUAL_LINE;
        } catch (IOException | NumberFormatException e) {
            return USUAL_LINE;
        }
    }

    public static boolean valid(int lineBytes) {
        // The i486 has lines of 16 bytes, and s390x has lines of 256 bytes.
        return lineBytes >= 16 && lineBytes <= 512 && Integer.bitCount(lineBytes) == 1;
    }

    /**
     * Whether a misaligned access crosses a granule boundary, or could do so after the collector has moved its object.
     */
    public boolean mayCrossGranule(Object base, long offset, int bytes) {
        return crosses(offset, bytes, base == null ? granuleBytes : Math.min(granuleBytes, OBJECT_ALIGNMENT));
    }

    /** Whether an access extends beyond its block, whose size is a power of two. True for every block of 1 byte. */
    private static boolean crosses(long address, int bytes, int block) {
        return (address & block - 1) > block - bytes;
    }

    /**
     * Returns the number of the position of an access: its offset in the line, or that plus the size of a line if it
     * crosses a page; in the heap, twice that size plus the offset from a multiple of 8 within the object.
     */
    public int place(Object base, long offset, int bytes) {
        if (base != null) {
            return 2 * lineBytes + ((int) offset & OBJECT_ALIGNMENT - 1);
        }
        int inLine = (int) offset & lineBytes - 1;
        return crosses(offset, bytes, pageBytes) ? lineBytes + inLine : inLine;
    }

    /** Number of places, which are smaller than any address. */
    public int places() {
        return 2 * lineBytes + OBJECT_ALIGNMENT;
    }

    public Position position(int place, int bytes) {
        int inHeap = place - 2 * lineBytes;
        if (inHeap >= 0) {
            return new Position(inHeap, false, false);
        }
        return new Position(place % lineBytes, crosses(place, bytes, lineBytes), place >= lineBytes);
    }

    /**
     * The position of a misaligned access. In the heap, the line is unknown because the collector moves objects, and no
     * access counts as crossing one.
     *
     * @param offset bytes from the start of the line; in the heap, from a multiple of 8 within the object
     */
    public record Position(int offset, boolean crossesLine, boolean crossesPage) {
        /** Returns 2 for an access that crosses a page, 1 for one that crosses only a line, and 0 otherwise. */
        public int severity() {
            if (crossesPage) {
                return 2;
            }
            return crossesLine ? 1 : 0;
        }
    }
}
