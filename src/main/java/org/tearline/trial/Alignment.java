// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The alignments for which vendors make different promises, the weakest promise last. */
public enum Alignment {
    ALIGNED,
    /** Misaligned, inside an aligned block of 8 bytes. */
    INSIDE_8,
    ACROSS_8, ACROSS_16, ACROSS_32,
    /** Across a multiple of 64, inside a line of more than 64 bytes. */
    ACROSS_64,
    ACROSS_LINE, ACROSS_PAGE;

    /** The alignment of a value at an offset from a page-aligned base. */
    public static Alignment of(int offset, Width width, Geometry geometry) {
        if (offset % width.bytes() == 0) {
            return ALIGNED;
        }
        return switch (geometry.crossing(offset, width)) {
            case PAGE -> ACROSS_PAGE;
            case LINE -> ACROSS_LINE;
            case NONE -> switch (geometry.boundary(offset, width)) {
                case 1, 2, 4 -> INSIDE_8;
                case 8 -> ACROSS_8;
                case 16 -> ACROSS_16;
                case 32 -> ACROSS_32;
                default -> ACROSS_64;
            };
        };
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
