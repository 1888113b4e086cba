// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Locale;

/** Names which side of a pair tears, as far as the evidence for each goes: see {@link WhoTore#who()}. Immutable. */
public enum Attribution {
    /** The write alone: it was seen to tear, and the read is promised whole or strongly shown to be. */
    WRITE,
    /** The read alone: it was seen to tear, and the write is promised whole or strongly shown to be. */
    READ,
    /** Each was seen to tear while the other could not. */
    BOTH,
    /** The write was seen to tear; of the read there is a bound, or nothing. */
    WRITE_AT_LEAST,
    /** The read was seen to tear; of the write there is a bound, or nothing. */
    READ_AT_LEAST,
    /** Neither was seen to tear by itself, or the access is of pieces. */
    UNKNOWN,
    /** The accesses that could tell were not made. */
    NOT_ASKED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
