package org.tearline.result;

import java.util.Locale;

/** Which side of a pair is to blame for its tears. Immutable. */
public enum Attribution {
    /** The read was locked, or memory was found to hold the torn value. */
    WRITE,
    /** The write was locked, so memory never held half of it. */
    READ,
    /** Neither was locked, and memory was not caught holding a torn value. */
    EITHER,
    /** The JVM made one side of pieces, or both were locked. */
    UNKNOWN;

    /** The word as JSON has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
