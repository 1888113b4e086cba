// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.nio.ByteOrder;

/**
 * The values that tests write. A byte's high digit names the write, its low digit the place: in memory order a slot
 * holds {@code A1 A2 .. A8} before the write and {@code B1 B2 .. B8} after it, on any CPU. Thread-safe.
 */
final class Value {

    static final long BEFORE = inMemoryOrder(0xA1A2A3A4_A5A6A7A8L);
    static final long AFTER = inMemoryOrder(0xB1B2B3B4_B5B6B7B8L);

    /** What getAndAdd adds to get from {@link #BEFORE} to {@link #AFTER}; no byte carries into the next. */
    static final long STEP = AFTER - BEFORE;

    private Value() {
    }

    /**
     * {@code before}, {@code after}, {@code torn B1B2B3B4 A5A6A7A8} (a space at each seam), or {@code alien ...} if a
     * byte is of no write, or not at its place.
     */
    static String describe(long value) {
        if (value == BEFORE || value == AFTER) {
            return value == BEFORE ? "before" : "after";
        }
        String bytes = String.format("%016X", inMemoryOrder(value));
        return bytes.matches("[AB]1[AB]2[AB]3[AB]4[AB]5[AB]6[AB]7[AB]8")
            ? "torn " + bytes.replaceAll("(?<=A.)(?=B)|(?<=B.)(?=A)", " ") : "alien " + bytes;
    }

    private static long inMemoryOrder(long firstByteHighest) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(firstByteHighest)
            : firstByteHighest;
    }
}
