// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;
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

    public Witness {
        before = List.copyOf(before);
        after = List.copyOf(after);
        seen = List.copyOf(seen);
    }
}
