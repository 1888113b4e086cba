package org.tearline.result;

import java.nio.ByteOrder;
import java.util.Locale;

/**
 * The stored evidence of one tear. Immutable.
 *
 * @param before the older of the two values, as a long in the machine's byte order
 * @param after  the newer of the two values
 * @param seen   what was read
 * @param seam   index, in memory order, of the first byte that belongs to the other write
 */
public record Witness(long before, long after, long seen, int seam) {

    /** A value as "0x" and sixteen hex digits, lowest address first. */
    public static String memoryOrder(long value) {
        long memory = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(value) : value;
        return String.format(Locale.ROOT, "0x%016x", memory);
    }
}
