// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The torn values that follow from where a value is cut: pure functions. A seam is the index, in memory order, of the
 * first byte that belongs to the other write; {@link AccessRules} says which are legal. Thread-safe.
 */
public final class Seams {
    private Seams() {
    }

    /**
     * The value, no vector's, whose first {@code seam} bytes in memory come from {@code low} and the others from {@code
     * high}.
     */
    public static long mix(long low, long high, int seam, Width width, ByteOrder order) {
        long lowBytes = order == ByteOrder.LITTLE_ENDIAN
            ? -1L >>> Long.SIZE - Byte.SIZE * seam
            : -1L << Byte.SIZE * (width.bytes() - seam);
        return (low & lowBytes | high & ~lowBytes) & width.mask();
    }

    /**
     * The same mixture of a value of any width, in the longs that hold it.
     *
     * @param low  one lane of a value whose lanes are alike
     * @param high the same
     */
    public static long[] mixed(long low, long high, int seam, Width width, ByteOrder order) {
        if (!width.isVector()) {
            return new long[] {mix(low, high, seam, width, order)};
        }
        long[] lanes = new long[width.words()];
        for (int i = 0; i < lanes.length; i++) {
            int inLane = seam - i * Long.BYTES;
            lanes[i] = inLane <= 0 ? high : inLane >= Long.BYTES ? low : mix(low, high, inLane, Width.LONG, order);
        }
        return lanes;
    }

    /** Every mixture of two stored values at these seams. */
    public static long[] candidates(Generations generations, BitSet seams, ByteOrder order) {
        List<Long> values = new ArrayList<>();
        for (int writer = 0; writer < generations.writers(); writer++) {
            for (long value : generations.table(writer)) {
                values.add(value);
            }
        }
        return values.stream()
            .flatMap(low -> values.stream().filter(high -> !high.equals(low))
                .flatMap(high -> seams.stream().mapToObj(seam -> mix(low, high, seam, generations.width(), order))))
            .mapToLong(Long::longValue).distinct().toArray();
    }
}
