// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * Names how the writers store the value: the memory order or the read-modify-write that Java code asks for. Immutable.
 */
public enum WriteMode {
    PLAIN,
    OPAQUE,
    /** The user's word for release; also known as lazySet. */
    ORDERED,
    VOLATILE,
    /** compareAndSet from the value that this writer stored last. */
    CAS,
    GETANDSET,
    /** getAndAdd of the difference to the next value; only one writer can know that difference. */
    GETANDADD,
    /** A plain store between two stores of a version; one writer. */
    SEQLOCK;

    /** Returns whether it is a read-modify-write. */
    public boolean readsAndWrites() {
        return this == CAS || this == GETANDSET || this == GETANDADD;
    }

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
