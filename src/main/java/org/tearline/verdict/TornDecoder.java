// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;

/**
 * Decides whether a value at one place, whose bytes differ, is torn, planted or alien. Thread-safe.
 *
 * @param legalSeams  the seams at which a value can tear at this place
 * @param plantedSeam see {@link org.tearline.trial.AccessRules#plantedSeam}
 */
public record TornDecoder(Generations generations, BitSet legalSeams, int plantedSeam, ByteOrder order) {
    /** Returned by {@link #seam} for a value that is not a legal mixture of writes. */
    public static final int ALIEN = 0;

    /** Returned by {@link #seam} for a value that a writer stored to look torn. */
    public static final int PLANTED = -1;

    private int bytes() {
        return generations.width().bytes();
    }

    private int words() {
        return generations.width().words();
    }

    /**
     * Returns the first seam of a torn value (1 or more), {@link #PLANTED} or {@link #ALIEN}. Readers call this method
     * up to ten million times a second, so it handles a mixture of two writes, the usual case, without a loop over
     * bytes. Planted and torn values take the same path, so a decoder that misses tears also misses planted values.
     *
     * @param values an array that contains the value
     * @param at     index of the value's first long
     */
    public int seam(long[] values, int at) {
        int low = byteAt(values, at, 0);
        int high = byteAt(values, at, bytes() - 1);
        long lowWord = Generations.replicate(low, generations.width());
        long highWord = Generations.replicate(high, generations.width());
        int words = words();
        // The first cut is in the first word that does not consist of the first byte.
        int cutWord = 0;
        while (cutWord < words && values[at + cutWord] == lowWord) {
            cutWord++;
        }
        if (cutWord == words) {
            // All bytes are equal.
            return ALIEN;
        }
        long cut = inOrder(values[at + cutWord]);
        // The lowest bit that differs is in the first byte after the cut.
        int inWord = Long.numberOfTrailingZeros(cut ^ lowWord) / Byte.SIZE;
        // There is no other cut if all bytes after the first cut equal the last byte.
        boolean twoWrites = (cut ^ highWord) >>> inWord * Byte.SIZE == 0;
        for (int word = cutWord + 1; word < words; word++) {
            twoWrites &= values[at + word] == highWord;
        }
        int first = cutWord * Long.BYTES + inWord;
        if (twoWrites && first == plantedSeam && generations.plants(low, high)) {
            return PLANTED;
        }
        if (!twoWrites && first == plantedSeam && generations.plants(low, byteAt(values, at, first))) {
            // A planted value was torn at another seam.
            first = nextCut(values, at, first);
        }
        boolean known = legalSeams.get(first) && generations.stores(low) && generations.stores(high);
        // If there are several legal seams, a torn value can mix more than two writes.
        if (known && (twoWrites || legalSeams.cardinality() > 1 && allKnown(values, at))) {
            return first;
        }
        return ALIEN;
    }

    /** Whether all bytes of a torn value are from ordinary writes, so that it can serve as a witness. */
    public boolean isEvidence(long[] values, int at) {
        return IntStream.range(0, bytes()).allMatch(i -> generations.contains(byteAt(values, at, i)));
    }

    /** Returns 1 if the last byte of a torn value is the newer one, -1 if the first byte is, and 0 if unknown. */
    public int newer(long[] values, int at) {
        return generations.later(byteAt(values, at, 0), byteAt(values, at, bytes() - 1));
    }

    /** Returns the index of the next byte that differs from the one at a cut, or the number of bytes. */
    private int nextCut(long[] values, int at, int cut) {
        int next = cut + 1;
        while (next < bytes() && byteAt(values, at, next) == byteAt(values, at, cut)) {
            next++;
        }
        return next;
    }

    /** Whether every cut is at a legal seam or at the planted one, before a byte that a writer stores. */
    private boolean allKnown(long[] values, int at) {
        for (int i = 1; i < bytes(); i++) {
            int current = byteAt(values, at, i);
            boolean cut = current != byteAt(values, at, i - 1);
            if (cut && !(generations.stores(current) && (legalSeams.get(i) || i == plantedSeam))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a witness with the writes of the first and last byte, the older write first if the order is known.
     *
     * @param values an array that contains the torn value and the previous one
     * @param before index of the first long of the previous value
     * @param at     index of the first long of the torn value
     */
    public Witness witness(long[] values, int before, int at, int seam) {
        int low = byteAt(values, at, 0);
        int high = byteAt(values, at, bytes() - 1);
        // If the previous read returned one of the two writes, that write is the older one.
        boolean lowIsOlder = isWhole(values, before, low)
            || !isWhole(values, before, high) && generations.later(low, high) >= 0;
        Width width = generations.width();
        List<Long> lowValue = Collections.nCopies(words(), Generations.replicate(low, width));
        List<Long> highValue = Collections.nCopies(words(), Generations.replicate(high, width));
        List<Long> seen = Arrays.stream(values, at, at + words()).boxed().toList();
        if (lowIsOlder) {
            return new Witness(width, lowValue, highValue, seen, seam);
        }
        return new Witness(width, highValue, lowValue, seen, seam);
    }

    private boolean isWhole(long[] values, int at, int unsignedByte) {
        long word = Generations.replicate(unsignedByte, generations.width());
        return Arrays.stream(values, at, at + words()).allMatch(value -> value == word);
    }

    /** Reorders the bytes of a word so that the first byte in memory becomes the lowest. */
    private long inOrder(long word) {
        if (order == ByteOrder.LITTLE_ENDIAN) {
            return word;
        }
        return Long.reverseBytes(word) >>> Long.SIZE - Byte.SIZE * generations.width().bytesPerWord();
    }

    /** Returns the byte at an index in memory order. */
    private int byteAt(long[] values, int at, int index) {
        long word = inOrder(values[at + index / Long.BYTES]);
        return (int) (word >>> index % Long.BYTES * Byte.SIZE) & 0xff;
    }
}
