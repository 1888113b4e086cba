package org.tearline.result;

import java.nio.ByteOrder;
import java.util.Locale;
import org.tearline.plan.Width;

/** Values as people and files see them: their bytes as they lie in memory, lowest address first. Pure; any thread. */
public final class MemoryOrder {
    private static final String PREFIX = "0x";
    private static final int BITS_PER_DIGIT = 4;

    private MemoryOrder() {
    }

    /** "0x" and two hex digits for each byte of a value of this JVM, which is in the machine's byte order. */
    public static String hex(long value, Width width) {
        int bits = Byte.SIZE * width.bytes();
        long memory = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? Long.reverseBytes(value) >>> Long.SIZE - bits : value & width.mask();
        return String.format(Locale.ROOT, PREFIX + "%0" + bits / BITS_PER_DIGIT + "x", memory);
    }

    /** The same with a bar before the seam: the index of a byte; none for 0. */
    public static String hex(long value, Width width, int seam) {
        StringBuilder text = new StringBuilder(hex(value, width));
        return seam == 0 ? text.toString() : text.insert(PREFIX.length() + 2 * seam, '|').toString();
    }
}
