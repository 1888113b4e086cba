// SPDX-License-Identifier: Apache-2.0
package org.tearline.result;

import java.util.Locale;

/** Which side of a pair tears, by the evidence for each. Immutable. */
public enum Attribution {
    /** The read was locked, or a locked read saw the same write torn and no plain read of a locked write was torn. */
    WRITE,
    /** The write was locked, or the same read of a locked write was torn and no locked read saw the write torn. */
    READ,
    /** A locked read saw the same write torn, and the same read of a locked write was torn. */
    BOTH,
    /** What was asked, one side or both, was not seen torn; or the access is of pieces, or locked on both sides. */
    UNKNOWN,
    /** The accesses that could tell were not made: they lock across a line, or the CPU faults on them. */
    NOT_ASKED;

    /** The side in words. */
    public String words() {
        return switch (this) {
            case WRITE -> "the write";
            case READ -> "the read";
            case BOTH -> "both";
            case UNKNOWN -> "cannot be told";
            case NOT_ASKED -> "not asked";
        };
    }

    /** The word as JSON has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
