package org.tearline.plan;

/** How many bytes one tested access covers. Immutable. */
public enum Width {
    /** A Java long. */
    LONG(8);

    private final int bytes;

    Width(int bytes) {
        this.bytes = bytes;
    }

    /** The width in bytes, a power of two. */
    public int bytes() {
        return bytes;
    }
}
