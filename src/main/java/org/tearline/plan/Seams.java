package org.tearline.plan;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a value can be cut, and the torn values that follow: pure functions. A seam is the index, in memory order, of
 * the first byte that belongs to the other write. Any thread.
 */
public final class Seams {
    private Seams() {
    }

    /** The seams that are legal at an offset on x86-64 and AArch64, see the method below. */
    public static BitSet legal(int offset, Width width, boolean piecewise) {
        return legal(offset, width, piecewise, Architecture.X86_64);
    }

    /**
     * The seams that are legal at an offset. One instruction is cut only where the instruction set allows: on x86-64
     * and AArch64 where the next aligned value begins, so there is one seam; on POWER and s390x at every multiple of
     * the address' lowest set bit; elsewhere before any byte. Aligned it is not cut at all. An access that the JVM
     * makes of pieces may be cut before any byte.
     */
    public static BitSet legal(int offset, Width width, boolean piecewise, Architecture architecture) {
        BitSet seams = new BitSet(width.bytes());
        if (piecewise) {
            seams.set(1, width.bytes());
        } else if (offset % width.bytes() != 0) {
            int every = architecture.cutEvery(offset, width);
            IntStream.range(1, width.bytes()).filter(seam -> (offset + seam) % every == 0).forEach(seams::set);
        }
        return seams;
    }

    /** Where the planted values of a place are cut: where hardware cuts there, and in the middle where it does not. */
    public static int planted(int offset, Width width) {
        int within = offset % width.bytes();
        return within == 0 ? width.bytes() / 2 : width.bytes() - within;
    }

    /**
     * The value whose first {@code seam} bytes in memory come from {@code low} and whose others come from {@code high}.
     *
     * @param seam 1 to 7
     */
    public static long mix(long low, long high, int seam, ByteOrder order) {
        long lowBytes = order == ByteOrder.LITTLE_ENDIAN
            ? -1L >>> (Long.SIZE - Byte.SIZE * seam)
            : -1L << (Long.SIZE - Byte.SIZE * seam);
        return low & lowBytes | high & ~lowBytes;
    }

    /** Every value that two different stored values can mix to at these seams. */
    public static long[] candidates(Generations generations, BitSet seams, ByteOrder order) {
        List<Long> values = new ArrayList<>();
        for (int writer = 0; writer < generations.writers(); writer++) {
            for (long value : generations.table(writer)) {
                values.add(value);
            }
        }
        return values.stream()
            .flatMap(low -> values.stream().filter(high -> !high.equals(low))
                .flatMap(high -> seams.stream().mapToObj(seam -> mix(low, high, seam, order))))
            .mapToLong(Long::longValue).distinct().toArray();
    }
}
