package org.tearline.result;

import java.nio.ByteOrder;
import java.util.BitSet;
import org.tearline.plan.Generations;

/** Decides what a value that no writer stored is: torn at a seam, or alien. Pure; any thread. */
public final class TornDecoder {
    /** The answer of {@link #seam} for a value that no mixture of writes explains. */
    public static final int ALIEN = 0;

    private static final int BYTE_MASK = 0xff;

    private final Generations generations;
    private final BitSet legalSeams;
    private final boolean piecewise;
    private final boolean littleEndian;

    /**
     * Creates a decoder for one place.
     *
     * @param piecewise whether the access is made of pieces, so that a value may come from three writes and more
     */
    public TornDecoder(Generations generations, BitSet legalSeams, boolean piecewise, ByteOrder order) {
        this.generations = generations;
        this.legalSeams = legalSeams;
        this.piecewise = piecewise;
        this.littleEndian = order == ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * The first seam of a torn value, 1 to 7, or {@link #ALIEN}. The reader waits for this answer with every torn
     * value, up to ten million times a second, so mixtures of two writes, which nearly all are, are told without loop.
     */
    public int seam(long seen) {
        long inOrder = littleEndian ? seen : Long.reverseBytes(seen);
        int low = (int) inOrder & BYTE_MASK;
        int high = (int) (inOrder >>> Long.SIZE - Byte.SIZE);
        int first = Long.numberOfTrailingZeros(inOrder ^ Generations.replicate(low)) / Byte.SIZE;
        if (first == Long.BYTES) {
            return ALIEN;
        }
        boolean twoWrites = (inOrder ^ Generations.replicate(high)) >>> first * Byte.SIZE == 0;
        boolean known = legalSeams.get(first) && generations.contains(low) && generations.contains(high);
        return known && (twoWrites || piecewise && allKnown(seen)) ? first : ALIEN;
    }

    private boolean allKnown(long seen) {
        for (int i = 1; i < Long.BYTES; i++) {
            int current = byteAt(seen, i);
            if (current != byteAt(seen, i - 1) && !(generations.contains(current) && legalSeams.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The evidence: which two writes the value is made of, the older one first as far as it can be told. */
    public Witness witness(long readBefore, long seen, int seam) {
        int low = byteAt(seen, 0);
        int high = byteAt(seen, Long.BYTES - 1);
        long lowValue = Generations.replicate(low);
        long highValue = Generations.replicate(high);
        boolean lowIsOlder = readBefore == lowValue
            || readBefore != highValue && generations.precedes(low, high);
        return lowIsOlder ? new Witness(lowValue, highValue, seen, seam)
            : new Witness(highValue, lowValue, seen, seam);
    }

    private int byteAt(long value, int index) {
        int shift = littleEndian ? index : Long.BYTES - 1 - index;
        return (int) (value >>> shift * Byte.SIZE) & BYTE_MASK;
    }
}
