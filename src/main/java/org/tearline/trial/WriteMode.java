// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** How writers store the value. */
public enum WriteMode {
    PLAIN, OPAQUE,
    /** A release store, also known as lazySet. */
    ORDERED,
    VOLATILE,
    /** compareAndSet from the value that this writer stored last, or found when its last attempt failed. */
    CAS,
    GETANDSET,
    /** getAndAdd of the next value minus the current one, which only a single writer knows. */
    GETANDADD,
    /** A plain store between two stores of a version, for a single writer. */
    SEQLOCK;

    public boolean readsAndWrites() {
        return this == CAS || this == GETANDSET || this == GETANDADD;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
