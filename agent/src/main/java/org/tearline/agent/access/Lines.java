// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The sizes of a cache line, of a page and of the blocks in which an access is taken for whole: powers of two.
 * Immutable.
 */
public record Lines(int lineBytes, int pageBytes, int granuleBytes) {
    /** Linux tells it here, in bytes. */
    private static final String LINE_FILE = "/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size";
    private static final int USUAL_LINE = 64;
    /** 16 bytes on an i486, 256 on s390x; the next size up leaves room. */
    private static final int SMALLEST_LINE = 16;
    private static final int LARGEST_LINE = 512;

    public Lines(int lineBytes, int pageBytes) {
        this(lineBytes, pageBytes, lineBytes);
    }

    public static Lines ofThisMachine(int pageBytes) {
        // No channel: its classes would be loaded while the program starts.
        try (FileInputStream file = new FileInputStream(LINE_FILE)) {
            int told = Integer.parseInt(new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim());
            return new Lines(valid(told) ? told : USUAL_LINE, pageBytes);
        } catch (IOException | NumberFormatException e) {
            return new Lines(USUAL_LINE, pageBytes);
        }
    }

    /** Whether the bytes lie in two blocks, or may do so once the collector has moved their object. */
    public boolean cut(Object base, long offset, int bytes) {
        int block = base == null ? granuleBytes : Position.OBJECT_ALIGNMENT;
        return (offset & block - 1) > block - bytes;
    }

    public static boolean valid(int lineBytes) {
        return lineBytes >= SMALLEST_LINE && lineBytes <= LARGEST_LINE && Integer.bitCount(lineBytes) == 1;
    }

    /**
     * Where the bytes of a misaligned access lie. In the Java heap the line is not known, since the collector moves
     * objects, and the access counts as crossing none. Immutable.
     *
     * @param offset bytes from the start of the line; in the heap, from a multiple of 8 in the object
     */
    public record Position(int offset, boolean crossesLine, boolean crossesPage) {
        /** Objects of the heap lie at multiples of this. */
        public static final int OBJECT_ALIGNMENT = 8;

        public static Position of(long address, int bytes, Lines lines) {
            return new Position((int) (address & lines.lineBytes() - 1), crosses(address, bytes, lines.lineBytes()),
                crosses(address, bytes, lines.pageBytes()));
        }

        public static Position inObject(long offset) {
            return new Position((int) (offset & OBJECT_ALIGNMENT - 1), false, false);
        }

        private static boolean crosses(long address, int bytes, int block) {
            return (address & block - 1) > block - bytes;
        }

        /** 2 across a page, 1 across a line, else 0. */
        public int severity() {
            return crossesPage ? 2 : crossesLine ? 1 : 0;
        }

        public static String words(int severity, boolean heap) {
            return switch (severity) {
                case 0 -> heap ? "misaligned inside its object" : "inside a line";
                case 1 -> "across a line";
                default -> "across a page";
            };
        }
    }
}
