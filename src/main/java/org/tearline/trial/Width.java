// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.List;
import java.util.Locale;

/** How many bytes one tested access covers: those of a Java type, or of a vector of two, four or eight longs. */
public enum Width {
    SHORT(2), INT(4), LONG(8), VECTOR_16(16), VECTOR_32(32), VECTOR_64(64);

    /** JDK 19 to 21 no longer have the Vector API's accesses of a ByteBuffer, and those of a segment as a preview. */
    private static final int FIRST_WITHOUT_BUFFERS = 19;

    private final int bytes;

    Width(int bytes) {
        this.bytes = bytes;
    }

    public static Width of(int bytes) {
        for (Width width : values()) {
            if (width.bytes == bytes) {
                return width;
            }
        }
        throw new IllegalArgumentException("no value has " + bytes + " bytes");
    }

    public int bytes() {
        return bytes;
    }

    public static List<Width> scalars() {
        return List.of(SHORT, INT, LONG);
    }

    public static List<Width> vectors() {
        return List.of(VECTOR_16, VECTOR_32, VECTOR_64);
    }

    /** Whether a value is several longs, one in each lane, and goes through the Vector API. */
    public boolean isVector() {
        return bytes > Long.BYTES;
    }

    /**
     * Why a JVM of this feature version cannot have it, in a few words, or null. Its CPU may lack the registers all the
     * same.
     */
    public String problem(int java) {
        int firstWithSegments = Memory.SEGMENT.firstJava();
        return isVector() && java >= FIRST_WITHOUT_BUFFERS && java < firstWithSegments ? "needs JDK "
            + (FIRST_WITHOUT_BUFFERS - 1) + " or older, or " + firstWithSegments + " or newer, and this is " + java
            + ": between them the Vector API has no accesses that are neither gone nor preview" : null;
    }

    /** Longs that hold a value: one, or one for each lane. */
    public int words() {
        return Math.max(1, bytes / Long.BYTES);
    }

    /** Bytes of a value in each of these longs. */
    public int bytesPerWord() {
        return Math.min(bytes, Long.BYTES);
    }

    /** The bits of a long that belong to a value of this width, or to one lane of it. */
    public long mask() {
        return -1L >>> Long.SIZE - Byte.SIZE * bytesPerWord();
    }

    @Override
    public String toString() {
        return String.valueOf(bytes);
    }

    public String noun() {
        return isVector() ? "vector of " + bytes + " bytes" : name().toLowerCase(Locale.ROOT);
    }

    public String described() {
        return (this == INT ? "an " : "a ") + noun();
    }
}
