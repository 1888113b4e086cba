// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;

/**
 * Holds what was counted of one trial, or of all trials of one cell. Immutable.
 *
 * @param counts    what was counted
 * @param seams     tears per seam, indexed by seam
 * @param lowNew    those of them whose bytes below the seam are of the newer write; it cannot be told of all
 * @param highNew   those whose bytes above the seam are
 * @param witnesses the first few tears between two ordinary values
 * @param planted   how many planted tears were found
 */
public record Tally(Counts counts, List<Long> seams, List<Long> lowNew, List<Long> highNew, List<Witness> witnesses,
                    Planted planted) {
    /** Nothing counted. */
    public static final Tally NONE = new Tally(Counts.NONE, List.of(), List.of(), List.of(), List.of(),
        Planted.NONE);

    /** Absent lists are empty: an older journal does not have all of them. */
    public Tally {
        lowNew = lowNew == null ? List.of() : lowNew;
        highNew = highNew == null ? List.of() : highNew;
    }

    /** Both together; the witnesses are those of whichever had some first. */
    Tally plus(Tally later) {
        return new Tally(counts.plus(later.counts), sum(seams, later.seams), sum(lowNew, later.lowNew),
            sum(highNew, later.highNew), witnesses.isEmpty() ? later.witnesses : witnesses,
            planted.plus(later.planted));
    }

    private static List<Long> sum(List<Long> one, List<Long> another) {
        List<Long> both = new ArrayList<>(one.size() > another.size() ? one : another);
        List<Long> other = one.size() > another.size() ? another : one;
        for (int i = 0; i < other.size(); i++) {
            both.set(i, both.get(i) + other.get(i));
        }
        return both;
    }

    /** The same with one witness at the most. */
    public Tally withOneWitness() {
        return new Tally(counts, seams, lowNew, highNew, witnesses.subList(0, Math.min(1, witnesses.size())), planted);
    }

    /**
     * Holds what was counted while a trial hammered. Immutable; all counts are zero or more.
     *
     * @param writes    stores tried
     * @param reads     reads done
     * @param changes   reads that returned another value than the read before: the only ones that can be torn; planted
     *                  values are not among them
     * @param torn      values mixed of two writes at a legal seam
     * @param alien     values that are no such mixture: a fault of the harness or of the memory
     * @param confirmed torn values that a locked instruction found in memory
     * @param failedCas compare-and-sets of writers that did not store
     */
    public record Counts(long writes, long reads, long changes, long torn, long alien, long confirmed, long failedCas) {
        /** Nothing counted yet. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

        /** The largest integer that every JSON reader keeps exactly: 2^53 - 1. */
        public static final long MOST = (1L << 53) - 1;

        /** Two counts of zero or more together, but never more than {@link #MOST}: no sum wraps round. */
        public static long sum(long a, long b) {
            return Math.min(MOST, Math.min(MOST, a) + Math.min(MOST, b));
        }

        /** The same of many. */
        public static long sum(Collection<Long> counts) {
            return counts.stream().reduce(0L, Counts::sum);
        }

        public Counts plus(Counts other) {
            return new Counts(writes + other.writes, reads + other.reads, changes + other.changes, torn + other.torn,
                alien + other.alien, confirmed + other.confirmed, failedCas + other.failedCas);
        }
    }

    /**
     * The stored evidence of one tear. Immutable.
     *
     * @param width  bytes of the values
     * @param before the older of the two values, in the {@link Width#words} longs that hold it, each in the machine's
     *               byte order
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

    /**
     * Says how many planted tears the reader found, and how many it should have come upon. Immutable.
     *
     * @param found    planted values found
     * @param expected planted values among so many whole ordinary changes, by the share in which they are stored
     */
    public record Planted(long found, long expected) {
        /** Nothing was looked for. */
        public static final Planted NONE = new Planted(0, 0);

        /** Two of these still fit into a long. */
        private static final long MOST = Long.MAX_VALUE / 2;

        /** Below this share of what was expected the reader or the writer is not what it should be. */
        private static final double NEEDED_EFFICIENCY = 0.5;

        /**
         * Above this the reader met the planted entries of the table far more often than the others, so it did not
         * sample them evenly: see docs/method.md. Even sampling gives 0.89 to 1.
         */
        private static final double MOST_EFFICIENCY = 1.5;

        /** What follows from the changes that were neither planted nor torn. */
        public static Planted of(long found, long wholeChanges) {
            return new Planted(found, wholeChanges / (Generations.PLANTED_BLOCK - 1));
        }

        /** Both together; however many are added up, no sum wraps round. */
        public Planted plus(Planted other) {
            return new Planted(Math.min(MOST, found + other.found), Math.min(MOST, expected + other.expected));
        }

        /**
         * The share that was found: 1 where the reader sees every store, 8/9 where it samples them at random, for
         * then one planted value in nine follows another and is no change. 0 if nothing was expected.
         */
        public double efficiency() {
            return expected == 0 ? 0 : (double) found / expected;
        }

        /** Whether more were found than a reader that meets all entries alike can find. */
        public boolean tooOften() {
            return efficiency() > MOST_EFFICIENCY;
        }

        /** Whether enough were found to believe a negative result. */
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

        /** "0x" and two hex digits per byte. The longs are in the machine's byte order. */
        public static String hex(List<Long> value, Width width) {
            StringBuilder text = new StringBuilder(PREFIX);
            value.forEach(word -> text.append(digits(word, width)));
            return text.toString();
        }

        /** The same with a bar before the seam: the index of a byte; none for 0. */
        public static String hex(List<Long> value, Width width, int seam) {
            StringBuilder text = new StringBuilder(hex(value, width));
            return seam == 0 ? text.toString() : text.insert(PREFIX.length() + 2 * seam, '|').toString();
        }

        private static String digits(long word, Width width) {
            int bits = Byte.SIZE * width.bytesPerWord();
            long memory = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? Long.reverseBytes(word) >>> Long.SIZE - bits : word & width.mask();
            return String.format(Locale.ROOT, "%0" + bits / BITS_PER_DIGIT + "x", memory);
        }
    }
}
