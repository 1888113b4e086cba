// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

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
