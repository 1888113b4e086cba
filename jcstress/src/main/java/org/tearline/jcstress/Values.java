// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.nio.ByteOrder;

/**
 * The bytes that tests write: each names its write by the high digit and its place by the low one. Immutable.
 * Thread-safe.
 *
 * <p>In memory order a slot holds {@code A1 A2 .. A8} before the write and {@code B1 B2 .. B8} after it, whatever the
 * byte order of the machine. So a mixture shows its seam, a byte at the wrong place is told from a torn value, and
 * memory that nobody wrote (0, -1) is told from both. The first bytes of a long are the bytes of an int and of a
 * short at the same address.
 */
final class Values {

    static final long BEFORE = inMemoryOrder(0xA1A2A3A4_A5A6A7A8L);
    static final long AFTER = inMemoryOrder(0xB1B2B3B4_B5B6B7B8L);

    /** Holds what a candidate CAS leaves behind where the test asks whether its claim was true. */
    static final long MARK = inMemoryOrder(0xC1C2C3C4_C5C6C7C8L);

    /** Stands for the answer of a candidate CAS that found neither candidate; never stored. */
    static final long NO_MATCH = inMemoryOrder(0xD1D2D3D4_D5D6D7D8L);

    static final int BEFORE_INT = firstInt(BEFORE);
    static final int AFTER_INT = firstInt(AFTER);
    static final short AFTER_SHORT = firstShort(AFTER);

    /** Holds what the writer adds where it writes by getAndAdd; no byte carries into the next. */
    static final long STEP = AFTER - BEFORE;

    private Values() {
    }

    /**
     * Returns the value whose first {@code seam} bytes in memory are those of {@code first}, the others of {@code
     * rest}.
     */
    static long mixture(long first, long rest, int seam) {
        long firstBytes = inMemoryOrder(-1L << Long.SIZE - seam * Byte.SIZE);
        return first & firstBytes | rest & ~firstBytes;
    }

    /**
     * Returns the byte of {@code value} at {@code position} in memory, for a value of {@code widthBytes} (2, 4 or 8).
     */
    static int byteInMemory(long value, int position, int widthBytes) {
        boolean littleEndian = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        int shift = Byte.SIZE * (littleEndian ? position : widthBytes - 1 - position);
        return (int) (value >>> shift) & 0xFF;
    }

    private static long inMemoryOrder(long firstByteHighest) {
        boolean littleEndian = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return littleEndian ? Long.reverseBytes(firstByteHighest) : firstByteHighest;
    }

    private static int firstInt(long value) {
        boolean littleEndian = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return (int) (littleEndian ? value : value >>> Integer.SIZE);
    }

    private static short firstShort(long value) {
        boolean littleEndian = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return (short) (littleEndian ? value : value >>> Long.SIZE - Short.SIZE);
    }
}
