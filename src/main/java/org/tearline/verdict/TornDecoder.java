// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;
import org.tearline.verdict.Tally.Witness;

/** Classifies values that do not repeat a single byte as torn at a seam, planted or alien. Thread-safe. */
public class TornDecoder {
    /** The {@link #seam} of a value that is not a legal mixture of writes. */
    public static final int ALIEN = 0;

    /** The {@link #seam} of a value that a writer stored to look torn. */
    public static final int PLANTED = -1;

    private static final int BYTE_MASK = 0xff;

    private final Generations generations;
    private final Width width;
    private final int bytes;
    private final int words;
    private final int bytesPerWord;
    private final int wordShift;
    private final BitSet legalSeams;
    private final int plantedSeam;
    /** Whether there is more than one legal seam, so that a value may mix more than two writes. */
    private final boolean pieces;
    private final boolean littleEndian;

    /**
     * Creates a decoder for one place.
     *
     * @param legalSeams  the seams at which a value can tear there
     * @param plantedSeam the seam of planted values
     */
    public TornDecoder(Generations generations, BitSet legalSeams, int plantedSeam, ByteOrder order) {
        this.generations = generations;
        this.width = generations.width();
        this.bytes = width.bytes();
        this.words = width.words();
        this.bytesPerWord = width.bytesPerWord();
        this.wordShift = Integer.numberOfTrailingZeros(bytesPerWord);
        this.legalSeams = legalSeams;
        this.plantedSeam = plantedSeam;
        this.pieces = legalSeams.cardinality() > 1;
        this.littleEndian = order == ByteOrder.LITTLE_ENDIAN;
    }

    public int seam(long... seen) {
        return seam(seen, 0);
    }

    /**
     * Returns the first seam of a torn value, which is 1 or more, or {@link #PLANTED} or {@link #ALIEN}. Readers call
     * this up to ten million times a second, so mixtures of two writes, which are nearly all, need no loop over bytes.
     * The seam of planted and torn values is found by the same search, so a decoder that misses tears also misses
     * planted values.
     *
     * @param values an array that contains the value
     * @param at     index of its first long
     */
    public int seam(long[] values, int at) {
        int low = byteAt(values, at, 0);
        int high = byteAt(values, at, bytes - 1);
        long lowWord = Generations.replicate(low, width);
        long highWord = Generations.replicate(high, width);
        int cutWord = 0;
        while (cutWord < words && values[at + cutWord] == lowWord) {
            cutWord++;
        }
        if (cutWord == words) {
            return ALIEN;
        }
        long cut = inOrder(values[at + cutWord]);
        int inWord = Long.numberOfTrailingZeros(cut ^ lowWord) / Byte.SIZE;
        boolean twoWrites = (cut ^ highWord) >>> inWord * Byte.SIZE == 0;
        for (int word = cutWord + 1; word < words; word++) {
            twoWrites &= values[at + word] == highWord;
        }
        int first = cutWord * bytesPerWord + inWord;
        if (twoWrites && first == plantedSeam && generations.plants(low, high)) {
            return PLANTED;
        }
        if (!twoWrites && first == plantedSeam && generations.plants(low, byteAt(values, at, first))) {
            // A planted value that tore at another seam.
            first = nextCut(values, at, first);
        }
        boolean known = legalSeams.get(first) && generations.stores(low) && generations.stores(high);
        return known && (twoWrites || pieces && allKnown(values, at)) ? first : ALIEN;
    }

    /** Whether a torn value contains bytes of ordinary writes only, which makes it evidence. */
    public boolean isEvidence(long[] values, int at) {
        for (int i = 0; i < bytes; i++) {
            if (!generations.contains(byteAt(values, at, i))) {
                return false;
            }
        }
        return true;
    }

    /** Which end of a torn value is newer: 1 for the last byte, -1 for the first, 0 if unknown. */
    public int newer(long[] values, int at) {
        return generations.later(byteAt(values, at, 0), byteAt(values, at, bytes - 1));
    }

    private int nextCut(long[] values, int at, int cut) {
        int next = cut + 1;
        while (next < bytes && byteAt(values, at, next) == byteAt(values, at, cut)) {
            next++;
        }
        return next;
    }

    private boolean allKnown(long[] values, int at) {
        for (int i = 1; i < bytes; i++) {
            int current = byteAt(values, at, i);
            boolean cut = current != byteAt(values, at, i - 1);
            if (cut && !(generations.stores(current) && (legalSeams.get(i) || i == plantedSeam))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the writes of the first and the last byte as evidence, the older one first if the order is known.
     *
     * @param values an array that contains both values
     * @param before index of the first long of the value that was read before
     * @param at     index of the first long of the torn value
     */
    public Witness witness(long[] values, int before, int at, int seam) {
        int low = byteAt(values, at, 0);
        int high = byteAt(values, at, bytes - 1);
        boolean lowIsOlder = isWhole(values, before, low)
            || !isWhole(values, before, high) && generations.later(low, high) >= 0;
        List<Long> lowValue = Collections.nCopies(words, Generations.replicate(low, width));
        List<Long> highValue = Collections.nCopies(words, Generations.replicate(high, width));
        List<Long> seen = Arrays.stream(values, at, at + words).boxed().toList();
        return lowIsOlder ? new Witness(width, lowValue, highValue, seen, seam)
            : new Witness(width, highValue, lowValue, seen, seam);
    }

    private boolean isWhole(long[] values, int at, int unsignedByte) {
        long word = Generations.replicate(unsignedByte, width);
        return Arrays.stream(values, at, at + words).allMatch(value -> value == word);
    }

    /** Reorders the bytes so that the first in memory is the lowest. */
    private long inOrder(long word) {
        return littleEndian ? word : Long.reverseBytes(word) >>> Long.SIZE - Byte.SIZE * bytesPerWord;
    }

    private int byteAt(long[] values, int at, int index) {
        int inWord = index & bytesPerWord - 1;
        int shift = littleEndian ? inWord : bytesPerWord - 1 - inWord;
        return (int) (values[at + (index >>> wordShift)] >>> shift * Byte.SIZE) & BYTE_MASK;
    }
}
