// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;
import org.tearline.trial.Width;

/**
 * The stored evidence of one tear. Immutable.
 *
 * @param width  bytes of the values
 * @param before the older of the two values, in the {@link Width#words} longs that hold it, each in the machine's byte
 *               order
 * @param after  the newer of the two values
 * @param seen   what was read
 * @param seam   index, in memory order, of the first byte that belongs to the other write
 */
public record Witness(Width width, List<Long> before, List<Long> after, List<Long> seen, int seam) {

    /** The lists are copied. */
    public Witness {
        before = List.copyOf(before);
        after = List.copyOf(after);
        seen = List.copyOf(seen);
    }

    /** Of values that one long holds. */
    public Witness(Width width, long before, long after, long seen, int seam) {
        this(width, List.of(before), List.of(after), List.of(seen), seam);
    }
}
