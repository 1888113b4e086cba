// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * Where the bytes of an access lie, in the terms of vendors' promises: the smallest aligned block that holds them. The
 * later the constant, the less is promised.
 */
public enum Alignment {
    /** The address is a multiple of the width. */
    ALIGNED,
    /** Misaligned, inside one aligned block of 8 bytes. */
    INSIDE_8,
    ACROSS_8, ACROSS_16, ACROSS_32,
    /** Misaligned, inside one line that is longer than 64 bytes, across a multiple of 64. */
    ACROSS_64,
    ACROSS_LINE, ACROSS_PAGE;

    /** Asked of every cell of every file. */
    private static final Alignment[] ALL = values();
    private static final int LARGEST_BLOCK = 64;
    private static final int SMALLEST_BLOCK = 8;

    /** The placement of {@code widthBytes} bytes, a power of two, at an offset from a page-aligned base. */
    public static Alignment of(long offset, int widthBytes, Geometry geometry) {
        if (offset % widthBytes == 0) {
            return ALIGNED;
        }
        Crossing crossing = geometry.crossing(offset, widthBytes);
        if (crossing != Crossing.NONE) {
            return crossing == Crossing.PAGE ? ACROSS_PAGE : ACROSS_LINE;
        }
        long last = offset + widthBytes - 1;
        for (int block = SMALLEST_BLOCK; block <= LARGEST_BLOCK; block *= 2) {
            if (offset / block == last / block) {
                return ALL[INSIDE_8.ordinal() + Integer.numberOfTrailingZeros(block / SMALLEST_BLOCK)];
            }
        }
        return ACROSS_64;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
