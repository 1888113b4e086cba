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

/** Decides what a value is that is no byte repeated: torn at a seam, planted, or alien. Pure. Thread-safe. */
public class TornDecoder {
    /** The answer of {@link #seam} for a value that no mixture of writes explains. */
    public static final int ALIEN = 0;

    /** The answer of {@link #seam} for a value that a writer stored to look torn. */
    public static final int PLANTED = -1;

    private static final int BYTE_MASK = 0xff;

    private final Generations generations;
    private final Width width;
    private final int bytes;
    private final int words;
    /** How many bytes of a value are in each of its longs. */
    private final int bytesPerWord;
    private final int wordShift;
    private final BitSet legalSeams;
    private final int plantedSeam;
    /** Says whether a value may come from three writes and more: where there are several seams. */
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
        this.words = width.words();
        this.bytesPerWord = width.bytesPerWord();
        this.wordShift = Integer.numberOfTrailingZeros(bytesPerWord);
        this.legalSeams = legalSeams;
        this.plantedSeam = plantedSeam;
        this.pieces = legalSeams.cardinality() > 1;
        this.littleEndian = order == ByteOrder.LITTLE_ENDIAN;
    }

    /** {@link #seam(long[], int)} of one value. */
    public int seam(long... seen) {
        return seam(seen, 0);
    }

    /**
     * The first seam of a torn value, 1 or more, or {@link #PLANTED} or {@link #ALIEN}. The reader waits for
     * this answer with every such value, up to ten million times a second, so mixtures of two writes, which nearly all
     * are, are told without a loop over bytes. What is planted is found in the same way as what is torn, and only then
     * told apart: a decoder that misses a seam misses both.
     *
     * @param values longs among which those of the value are
     * @param at     the first of them
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
            // A planted value that is torn elsewhere.
            first = nextCut(values, at, first);
        }
        boolean known = legalSeams.get(first) && generations.stores(low) && generations.stores(high);
        return known && (twoWrites || pieces && allKnown(values, at)) ? first : ALIEN;
    }

    /** Whether a torn value is made of ordinary writes alone, so that it can be shown as evidence. */
    public boolean isEvidence(long[] values, int at) {
        for (int i = 0; i < bytes; i++) {
            if (!generations.contains(byteAt(values, at, i))) {
                return false;
            }
        }
        return true;
    }

    /** Which half of a torn value is newer: 1 its last byte's, -1 its first byte's, 0 if nothing tells. */
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
     * The evidence: which two writes the value is made of, the older one first as far as it can be told. Of
     * more than two they are those of its first byte and of its last.
     *
     * @param values longs among which those of the value are
     * @param before where those of the read before begin
     * @param at     where those of the torn value begin
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

    /** The bytes of a long with the first one in memory lowest. */
    private long inOrder(long word) {
        return littleEndian ? word : Long.reverseBytes(word) >>> Long.SIZE - Byte.SIZE * bytesPerWord;
    }

    private int byteAt(long[] values, int at, int index) {
        int inWord = index & bytesPerWord - 1;
        int shift = littleEndian ? inWord : bytesPerWord - 1 - inWord;
        return (int) (values[at + (index >>> wordShift)] >>> shift * Byte.SIZE) & BYTE_MASK;
    }
}
