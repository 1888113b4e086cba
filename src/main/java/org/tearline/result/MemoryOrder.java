package org.tearline.result;

import java.nio.ByteOrder;
import java.util.Locale;

/** Values as people and files see them: their bytes as they lie in memory, lowest address first. Pure; any thread. */
public final class MemoryOrder {
    private static final String PREFIX = "0x";

    private MemoryOrder() {
    }

    /** "0x" and sixteen hex digits of a long of this JVM, which is in the machine's byte order. */
    public static String hex(long value) {
        long memory = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(value) : value;
        return String.format(Locale.ROOT, PREFIX + "%016x", memory);
    }

    /** The same with a bar before the seam: the index of a byte; none for 0. */
    public static String hex(long value, int seam) {
        StringBuilder text = new StringBuilder(hex(value));
        return seam == 0 ? text.toString() : text.insert(PREFIX.length() + 2 * seam, '|').toString();
    }
}
