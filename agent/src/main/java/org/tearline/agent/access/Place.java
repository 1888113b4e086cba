// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/**
 * Names where the bytes of a misaligned access lie: the smallest aligned block that holds them, in the terms in which
 * vendors promise, from the tamest to the wildest. Immutable.
 */
public enum Place {
    /** Misaligned inside an object of the Java heap, which the collector moves: the line is not known. */
    IN_OBJECT,
    INSIDE_8,
    ACROSS_8,
    ACROSS_16,
    ACROSS_32,
    /** Inside a line that is longer than 64 bytes, across a multiple of 64. */
    ACROSS_64,
    ACROSS_LINE,
    ACROSS_PAGE;

    private static final int SMALLEST_BLOCK = 8;
    private static final int LARGEST_BLOCK = 64;

    /** Returns the place of a misaligned native address. */
    public static Place of(long address, int bytes, Geometry geometry) {
        if (crosses(address, bytes, geometry.pageBytes())) {
            return ACROSS_PAGE;
        }
        if (crosses(address, bytes, geometry.lineBytes())) {
            return ACROSS_LINE;
        }
        for (int block = SMALLEST_BLOCK; block <= LARGEST_BLOCK; block *= 2) {
            if (!crosses(address, bytes, block)) {
                return values()[INSIDE_8.ordinal() + Integer.numberOfTrailingZeros(block / SMALLEST_BLOCK)];
            }
        }
        return ACROSS_64;
    }

    private static boolean crosses(long address, int bytes, int block) {
        return (address & block - 1) > block - bytes;
    }

    /** Returns whether the bytes lie in two cache lines. */
    public boolean inTwoLines() {
        return this == ACROSS_LINE || this == ACROSS_PAGE;
    }

    /** In words, for a sentence. */
    public String words() {
        return switch (this) {
            case IN_OBJECT -> "misaligned inside its object";
            case INSIDE_8 -> "inside 8 bytes";
            case ACROSS_8 -> "across 8 bytes";
            case ACROSS_16 -> "across 16 bytes";
            case ACROSS_32 -> "across 32 bytes";
            case ACROSS_64 -> "across 64 bytes";
            case ACROSS_LINE -> "across a line";
            case ACROSS_PAGE -> "across a page";
        };
    }

    /** Returns the name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
