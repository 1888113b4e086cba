// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.List;
import java.util.Locale;

/** Names how many bytes one tested access covers. Immutable. */
public enum Width {
    /** A Java short. */
    SHORT(2),
    /** A Java int. */
    INT(4),
    /** A Java long. */
    LONG(8),
    /** A vector of two longs. */
    VECTOR_16(16),
    /** A vector of four longs. */
    VECTOR_32(32),
    /** A vector of eight longs. */
    VECTOR_64(64);

    /** JDK 19 to 21 no longer have the Vector API's accesses of a ByteBuffer, and those of a segment as a preview. */
    private static final int FIRST_WITHOUT_BUFFERS = 19;

    private static final List<Width> SCALARS = List.of(SHORT, INT, LONG);
    private static final List<Width> VECTORS = List.of(VECTOR_16, VECTOR_32, VECTOR_64);

    private final int bytes;

    Width(int bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the width of so many bytes.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Width of(int bytes) {
        for (Width width : values()) {
            if (width.bytes == bytes) {
                return width;
            }
        }
        throw new IllegalArgumentException("no value has " + bytes + " bytes");
    }

    /** Returns the width in bytes, a power of two. */
    public int bytes() {
        return bytes;
    }

    /** Returns the widths that Java has a primitive type for. */
    public static List<Width> scalars() {
        return SCALARS;
    }

    /** Returns the widths that only the Vector API has. */
    public static List<Width> vectors() {
        return VECTORS;
    }

    /** Returns whether a value is several longs, one in each lane of a vector, and goes through the Vector API. */
    public boolean isVector() {
        return bytes > Long.BYTES;
    }

    /**
     * Returns why a JVM cannot have it, in a few words, or null. Whether its CPU has the registers is another matter.
     *
     * @param java the JVM's feature version, such as 17
     */
    public String problem(int java) {
        int firstWithSegments = Memory.SEGMENT.firstJava();
        return isVector() && java >= FIRST_WITHOUT_BUFFERS && java < firstWithSegments ? "needs JDK "
            + (FIRST_WITHOUT_BUFFERS - 1) + " or older, or " + firstWithSegments + " or newer, and this is " + java
            + ": between them the Vector API has no accesses that are neither gone nor preview" : null;
    }

    /** Returns how many longs hold a value: one, or one for each lane of a vector. */
    public int words() {
        return Math.max(1, bytes / Long.BYTES);
    }

    /** Returns how many bytes of a value each of these longs holds. */
    public int bytesPerWord() {
        return Math.min(bytes, Long.BYTES);
    }

    /** Returns the bits of a long that belong to a value of this width, or to one lane of it. */
    public long mask() {
        return -1L >>> Long.SIZE - Byte.SIZE * bytesPerWord();
    }

    /** Returns the bytes, as the user types them. */
    @Override
    public String toString() {
        return String.valueOf(bytes);
    }

    /** Returns the Java type or a vector. */
    public String noun() {
        return isVector() ? "vector of " + bytes + " bytes" : name().toLowerCase(Locale.ROOT);
    }

    /** The same with its article. */
    public String described() {
        return (this == INT ? "an " : "a ") + noun();
    }
}
