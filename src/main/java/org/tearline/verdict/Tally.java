// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;

/**
 * The counts of a round, of a trial, or of all trials of a cell. The index of a list by seam is the seam; trailing
 * zeros may be missing.
 *
 * @param seams     tears by their first seam
 * @param lowNew    those whose first byte is from the newer write; the order is not always known
 * @param highNew   those whose last byte is from the newer write
 * @param witnesses a few tears that contain no planted bytes
 */
public record Tally(Counts counts, List<Long> seams, List<Long> lowNew, List<Long> highNew, List<Witness> witnesses,
                    Planted planted) {
    public static final Tally NONE = new Tally(Counts.NONE, List.of(), List.of(), List.of(), List.of(), Planted.NONE);

    /** Adds a later tally, whose witnesses are kept only if this one has none. */
    Tally plus(Tally later) {
        List<Witness> kept = witnesses;
        if (kept.isEmpty()) {
            kept = later.witnesses;
        }
        return new Tally(counts.plus(later.counts), sum(seams, later.seams), sum(lowNew, later.lowNew),
            sum(highNew, later.highNew), kept, planted.plus(later.planted));
    }

    /** Adds two lists by seam, which may differ in length. */
    private static List<Long> sum(List<Long> one, List<Long> another) {
        if (one.size() < another.size()) {
            return sum(another, one);
        }
        List<Long> both = new ArrayList<>(one);
        for (int i = 0; i < another.size(); i++) {
            both.set(i, both.get(i) + another.get(i));
        }
        return both;
    }

    public Tally withOneWitness() {
        return new Tally(counts, seams, lowNew, highNew, witnesses.subList(0, Math.min(1, witnesses.size())), planted);
    }

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

    /**
     * How many planted tears the reader found.
     *
     * @param expected planted tears that a reader of every store finds in as many ordinary changes
     */
    public record Planted(long found, long expected) {
        public static final Planted NONE = new Planted(0, 0);

        /** Limit of both counts. The sum of two such counts fits into a long. */
        private static final long MOST = Long.MAX_VALUE / 2;

        /** If the reader finds a smaller share of the expected tears, the reader or the writer is faulty. */
        private static final double NEEDED_EFFICIENCY = 0.5;

        /**
         * If the reader finds a larger share, it did not sample the stores evenly; see docs/method.md. Even sampling
         * gives a share of 0.89 to 1.
         */
        private static final double MOST_EFFICIENCY = 1.5;

        /** If fewer are expected, chance alone may double or halve the number found. */
        private static final int LEAST_EXPECTED = 20;

        /** Computes the expected tears from the changes to ordinary values. */
        public static Planted of(long found, long wholeChanges) {
            return new Planted(found, wholeChanges * Generations.PLANTED / Generations.ORDINARY);
        }

        public Planted plus(Planted other) {
            return new Planted(Math.min(MOST, found + other.found), Math.min(MOST, expected + other.expected));
        }

        /**
         * Returns the share of the expected tears that was found, or 0 if none were expected. A reader that sees every
         * store finds all planted values. A reader that samples stores at random finds 8/9 of them, because one planted
         * value in nine follows another planted value and is then not a change.
         */
        public double efficiency() {
            if (expected == 0) {
                return 0;
            }
            return (double) found / expected;
        }

        /** Whether too few were expected for their number to say anything about the reader. */
        public boolean few() {
            return expected < LEAST_EXPECTED;
        }

        /** Whether the reader found more planted tears than it could by sampling the stores evenly. */
        public boolean tooOften() {
            return efficiency() > MOST_EFFICIENCY;
        }

        /** Whether the reader found enough planted tears to trust a negative result. */
        public boolean held() {
            return expected > 0 && efficiency() >= NEEDED_EFFICIENCY;
        }
    }

    /** Formats values as their bytes in memory, lowest address first. Thread-safe. */
    public static final class MemoryOrder {
        private static final String PREFIX = "0x";
        private static final int BITS_PER_DIGIT = 4;

        private MemoryOrder() {
        }

        /** Returns "0x" and two hex digits per byte. The longs are in the machine's byte order. */
        public static String hex(List<Long> value, Width width) {
            return PREFIX + value.stream().map(word -> digits(word, width)).collect(Collectors.joining());
        }

        /** Returns the same text with a bar before the byte at the seam, unless the seam is 0. */
        public static String hex(List<Long> value, Width width, int seam) {
            StringBuilder text = new StringBuilder(hex(value, width));
            if (seam > 0) {
                text.insert(PREFIX.length() + 2 * seam, '|');
            }
            return text.toString();
        }

        private static String digits(long word, Width width) {
            int bits = Byte.SIZE * width.bytesPerWord();
            long memory = word & width.mask();
            if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
                // The first byte in memory is the lowest, and becomes the highest.
                memory = Long.reverseBytes(word) >>> Long.SIZE - bits;
            }
            return String.format(Locale.ROOT, "%0" + bits / BITS_PER_DIGIT + "x", memory);
        }
    }
}
