// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.trial.Width;

/**
 * The evidence of one tear: the value read, with the writes of its first and last byte. Each value is
 * {@link Width#words} longs in the machine's byte order.
 *
 * @param before the older write; the one of the first byte if the order is unknown
 * @param after  the newer write; the one of the last byte if the order is unknown
 * @param seen   the value read
 * @param seam   index, in memory order, of the first byte that differs from byte 0
 */
public record Witness(Width width, List<Long> before, List<Long> after, List<Long> seen, int seam) {
    private static final String PREFIX = "0x";

    public Witness {
        before = List.copyOf(before);
        after = List.copyOf(after);
        seen = List.copyOf(seen);
    }

    /** Returns a value as its bytes in memory, lowest address first: "0x" and two hex digits per byte. */
    public String hex(List<Long> value) {
        return PREFIX + value.stream().map(this::digits).collect(Collectors.joining());
    }

    private String digits(long word) {
        long memory = word;
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            // The first byte in memory is the lowest, and becomes the highest.
            memory = Long.reverseBytes(word) >>> Long.SIZE - Byte.SIZE * width.bytesPerWord();
        }
        return HexFormat.of().toHexDigits(memory, 2 * width.bytesPerWord());
    }

    /** Returns the bytes of the value read, with a bar before the one at the seam, unless the seam is 0. */
    public String hexWithSeam() {
        StringBuilder text = new StringBuilder(hex(seen));
        if (seam > 0) {
            text.insert(PREFIX.length() + 2 * seam, '|');
        }
        return text.toString();
    }
}
