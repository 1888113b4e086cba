// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import org.tearline.trial.Width;

/** Values as people and files see them: their bytes as they lie in memory, lowest address first. Pure. Thread-safe. */
public final class MemoryOrder {
    private static final String PREFIX = "0x";
    private static final int BITS_PER_DIGIT = 4;

    private MemoryOrder() {
    }

    /** "0x" and two hex digits for each byte of a value of this JVM, whose longs are in the machine's byte order. */
    public static String hex(List<Long> value, Width width) {
        StringBuilder text = new StringBuilder(PREFIX);
        value.forEach(word -> text.append(digits(word, width)));
        return text.toString();
    }

    /** The same with a bar before the seam: the index of a byte; none for 0. */
    public static String hex(List<Long> value, Width width, int seam) {
        StringBuilder text = new StringBuilder(hex(value, width));
        return seam == 0 ? text.toString() : text.insert(PREFIX.length() + 2 * seam, '|').toString();
    }

    private static String digits(long word, Width width) {
        int bits = Byte.SIZE * width.bytesPerWord();
        long memory = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? Long.reverseBytes(word) >>> Long.SIZE - bits : word & width.mask();
        return String.format(Locale.ROOT, "%0" + bits / BITS_PER_DIGIT + "x", memory);
    }
}
