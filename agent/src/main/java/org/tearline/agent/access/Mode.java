// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/** The memory order or the read-modify-write that the code asks for, in the words of the tester. Immutable. */
public enum Mode {
    PLAIN,
    OPAQUE,
    /** Reads only. */
    ACQUIRE,
    /** Writes only: release, also known as lazySet. */
    ORDERED,
    VOLATILE,
    /** compareAndSet, compareAndSwap and their weak forms. */
    CAS,
    /** compareAndExchange. */
    EXCHANGE,
    GETANDSET,
    GETANDADD,
    /** getAndBitwiseAnd, getAndBitwiseOr and getAndBitwiseXor. */
    GETANDBITWISE;

    /** Returns the name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
