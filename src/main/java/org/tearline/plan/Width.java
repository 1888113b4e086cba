package org.tearline.plan;

import java.util.Locale;

/** How many bytes one tested access covers. Immutable. */
public enum Width {
    /** A Java short. */
    SHORT(2),
    /** A Java int. */
    INT(4),
    /** A Java long. */
    LONG(8);

    private final int bytes;

    Width(int bytes) {
        this.bytes = bytes;
    }

    /**
     * The width of so many bytes.
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

    /** The width in bytes, a power of two. */
    public int bytes() {
        return bytes;
    }

    /** The bits of a long that hold a value of this width. */
    public long mask() {
        return -1L >>> Long.SIZE - Byte.SIZE * bytes;
    }

    /** The bytes, as the user types them. */
    @Override
    public String toString() {
        return String.valueOf(bytes);
    }

    /** The Java type, with its article. */
    public String described() {
        return this == INT ? "an int" : "a " + name().toLowerCase(Locale.ROOT);
    }
}
