// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.List;

/** The width of the tested access: a short, an int, a long, or a vector of two, four or eight longs. */
public enum Width {
    SHORT(2), INT(4), LONG(8), VECTOR_16(16), VECTOR_32(32), VECTOR_64(64);

    /** In JDK 19 to 21, the Vector API cannot access a ByteBuffer, and its access to a MemorySegment is a preview. */
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
        throw new IllegalArgumentException("unsupported width of " + bytes + " bytes");
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

    /** Whether this is a vector of longs, accessed through the Vector API. */
    public boolean isVector() {
        return bytes > Long.BYTES;
    }

    /** Why this width is not available in a JVM of this feature version, or null. The CPU is not checked. */
    public String problem(int java) {
        int firstWithSegments = Memory.SEGMENT.firstJava();
        if (isVector() && java >= FIRST_WITHOUT_BUFFERS && java < firstWithSegments) {
            return "needs JDK " + (FIRST_WITHOUT_BUFFERS - 1) + " or older, or " + firstWithSegments
                + " or newer, but this is " + java
                + ": in between, the Vector API's memory accesses are missing or a preview";
        }
        return null;
    }

    /** The number of longs that hold a value: one, or one per lane of a vector. */
    public int words() {
        return Math.max(1, bytes / Long.BYTES);
    }

    /** The number of bytes of the value in each long: 2, 4 or 8. */
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
        if (isVector()) {
            return "vector of " + bytes + " bytes";
        }
        return LowerCase.of(this);
    }

    /** The noun with its article. */
    public String described() {
        if (this == INT) {
            return "an int";
        }
        return "a " + noun();
    }
}
