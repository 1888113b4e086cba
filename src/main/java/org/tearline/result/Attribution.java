package org.tearline.result;

import java.util.Locale;

/** Which side of a pair is to blame for its tears. Immutable. */
public enum Attribution {
    /** The read was locked, or a locked read saw the same writes torn. */
    WRITE,
    /** The write was locked, so memory never held half of it. */
    READ,
    /** Neither was locked, and no locked read saw the same writes torn. */
    EITHER,
    /** The JVM made one side of pieces, or both were locked. */
    UNKNOWN;

    /** The word as JSON has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
