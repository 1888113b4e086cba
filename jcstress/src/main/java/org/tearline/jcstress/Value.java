// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.nio.ByteOrder;

/**
 * The tested values. The high digit of a byte names the write, and the low digit its position. In memory order, a slot
 * contains {@code A1 A2 .. A8} before the write and {@code B1 B2 .. B8} after it, on any CPU. Thread-safe.
 */
final class Value {

    static final long BEFORE = inMemoryOrder(0xA1A2A3A4_A5A6A7A8L);
    static final long AFTER = inMemoryOrder(0xB1B2B3B4_B5B6B7B8L);

    /** Added by getAndAdd to change {@link #BEFORE} to {@link #AFTER}, without carries between bytes. */
    static final long STEP = AFTER - BEFORE;

    private Value() {
    }

    /**
     * Returns {@code before}, {@code after}, {@code torn B1B2B3B4 A5A6A7A8} with a space at each seam, or {@code alien}
     * and the bytes if any of them was never written at its position.
     */
    static String describe(long value) {
        if (value == BEFORE) {
            return "before";
        }
        if (value == AFTER) {
            return "after";
        }
        String bytes = String.format("%016X", inMemoryOrder(value));
        if (bytes.matches("[AB]1[AB]2[AB]3[AB]4[AB]5[AB]6[AB]7[AB]8")) {
            return "torn " + bytes.replaceAll("(?<=A.)(?=B)|(?<=B.)(?=A)", " ");
        }
        return "alien " + bytes;
    }

    private static long inMemoryOrder(long firstByteHighest) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(firstByteHighest)
            : firstByteHighest;
    }
}
