package org.tearline.result;

import java.nio.ByteOrder;
import java.util.BitSet;
import org.tearline.plan.Generations;
import org.tearline.plan.Width;

/** Decides what a value is that is no byte repeated: torn at a seam, planted, or alien. Pure; any thread. */
public class TornDecoder {
    /** The answer of {@link #seam} for a value that no mixture of writes explains. */
    public static final int ALIEN = 0;

    /** The answer of {@link #seam} for a value that a writer stored to look torn. */
    public static final int PLANTED = -1;

    private static final int BYTE_MASK = 0xff;

    private final Generations generations;
    private final Width width;
    private final int bytes;
    /** How far to shift so that a value's last byte becomes the lowest. */
    private final int lastByte;
    private final BitSet legalSeams;
    private final int plantedSeam;
    /** Whether a value may come from three writes and more: where there are several seams. */
    private final boolean pieces;
    private final boolean littleEndian;

    /**
     * Creates a decoder for one place.
     *
     * @param legalSeams  where a value can be cut here
     * @param plantedSeam where the planted values are cut
     */
    public TornDecoder(Generations generations, BitSet legalSeams, int plantedSeam, ByteOrder order) {
        this.generations = generations;
        this.width = generations.width();
        this.bytes = width.bytes();
        this.lastByte = Byte.SIZE * (bytes - 1);
        this.legalSeams = legalSeams;
        this.plantedSeam = plantedSeam;
        this.pieces = legalSeams.cardinality() > 1;
        this.littleEndian = order == ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * The first seam of a torn value, 1 or more, or {@link #PLANTED} or {@link #ALIEN}. The reader waits for this
     * answer
     * with every such value, up to ten million times a second, so mixtures of two writes, which nearly all are, are
     * told without loop. What is planted is found in the same way as what is torn, and only then told apart: a decoder
     * that misses a seam misses both.
     */
    public int seam(long seen) {
        long inOrder = littleEndian ? seen : Long.reverseBytes(seen) >>> Long.SIZE - Byte.SIZE * bytes;
        int low = (int) inOrder & BYTE_MASK;
        int high = (int) (inOrder >>> lastByte);
        int first = Long.numberOfTrailingZeros(inOrder ^ Generations.replicate(low, width)) / Byte.SIZE;
        if (first == Long.BYTES) {
            return ALIEN;
        }
        boolean twoWrites = (inOrder ^ Generations.replicate(high, width)) >>> first * Byte.SIZE == 0;
        if (twoWrites && first == plantedSeam && generations.plants(low, high)) {
            return PLANTED;
        }
        boolean known = legalSeams.get(first) && generations.stores(low) && generations.stores(high);
        return known && (twoWrites || pieces && allKnown(seen)) ? first : ALIEN;
    }

    /** Whether a torn value is made of ordinary writes alone, so that it can be shown as evidence. */
    public boolean isEvidence(long seen) {
        for (int i = 0; i < bytes; i++) {
            if (!generations.contains(byteAt(seen, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean allKnown(long seen) {
        for (int i = 1; i < bytes; i++) {
            int current = byteAt(seen, i);
            boolean cut = current != byteAt(seen, i - 1);
            if (cut && !(generations.stores(current) && (legalSeams.get(i) || i == plantedSeam))) {
                return false;
            }
        }
        return true;
    }

    /** The evidence: which two writes the value is made of, the older one first as far as it can be told. */
    public Witness witness(long readBefore, long seen, int seam) {
        int low = byteAt(seen, 0);
        int high = byteAt(seen, bytes - 1);
        long lowValue = Generations.replicate(low, width);
        long highValue = Generations.replicate(high, width);
        boolean lowIsOlder = readBefore == lowValue
            || readBefore != highValue && generations.precedes(low, high);
        return lowIsOlder ? new Witness(width, lowValue, highValue, seen, seam)
            : new Witness(width, highValue, lowValue, seen, seam);
    }

    private int byteAt(long value, int index) {
        int shift = littleEndian ? index : bytes - 1 - index;
        return (int) (value >>> shift * Byte.SIZE) & BYTE_MASK;
    }
}
