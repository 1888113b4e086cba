// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/** How writers store the value: the memory order or the read-modify-write that Java code asks for. */
public enum WriteMode {
    PLAIN, OPAQUE,
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

    public boolean readsAndWrites() {
        return this == CAS || this == GETANDSET || this == GETANDADD;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
