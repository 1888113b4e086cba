// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * The values that writers store: one byte repeated over the whole width, another byte with every write. Any mixture of
 * two of them is then visible, names its two writes and its seam, and reads the same in either byte order. The bytes 0
 * and 1 are never used, so fresh memory and small counters cannot be taken for a write.
 *
 * <p>One of nine entries of a writer's table is planted: a value that looks torn at the tested seam, of two bytes that
 * no other entry has. The reader must find these at the rate at which they are stored. Thread-safe.
 */
public final class Generations {
    /**
     * One entry of each block of this length is planted, at a place in it that the seed draws. A fixed place would meet
     * whatever else is periodic: with every 64th entry a stressor of period 64 hid all planted values, and with every
     * ninth a reader that waits for a constant time found between half and one and a half of its share.
     */
    public static final int PLANTED_BLOCK = 9;
    /** Entries of a table: a multiple of the block and no power of two, as the periods of stressors are. */
    static final int TABLE_LENGTH = 126;
    /** Where in its block a planted entry may be: never first, where writers start, and never next to another one. */
    private static final int FIRST_PLACE = 2;
    private static final int PLACES = 6;
    private static final int ORDINARY = TABLE_LENGTH / PLANTED_BLOCK * (PLANTED_BLOCK - 1);
    private static final int FIRST_BYTE = 2;
    private static final int USABLE_BYTES = 254;
    private static final long EVERY_BYTE = 0x0101010101010101L;
    private static final int MAX_BYTE_SUM = 255;
    private static final int PLANTED_BYTES = 2;

    private final Width width;
    private final long[][] tables;
    /** Ordinary values of each writer. */
    private final int each;
    /** The ordinary value that a byte belongs to, counted over all writers; -1 for every other byte. */
    private final int[] indexOfByte;
    /** The second byte of the planted value whose first byte, in memory order, this is; -1 for every other byte. */
    private final int[] plantedPartner;
    private final boolean[] stored = new boolean[MAX_BYTE_SUM + 1];

    private Generations(Width width, long[][] tables, int each, int[] indexOfByte, int[] plantedPartner) {
        this.width = width;
        this.tables = tables;
        this.each = each;
        this.indexOfByte = indexOfByte;
        this.plantedPartner = plantedPartner;
        for (int first = 0; first <= MAX_BYTE_SUM; first++) {
            stored[first] |= indexOfByte[first] >= 0;
            if (plantedPartner[first] >= 0) {
                stored[first] = true;
                stored[plantedPartner[first]] = true;
            }
        }
    }

    /** A table for each of 1 to 32 writers, all of different bytes; planted values are cut at the seam. */
    public static Generations cycling(int writers, long seed, int seam, Width width, ByteOrder order) {
        int[] bytes = shuffledBytes(seed);
        int each = Math.min(ORDINARY, USABLE_BYTES / writers - PLANTED_BYTES);
        long[][] tables = new long[writers][];
        int[] index = unknown();
        int[] partner = unknown();
        for (int writer = 0; writer < writers; writer++) {
            int first = writer * (each + PLANTED_BYTES);
            partner[bytes[first]] = bytes[first + 1];
            long[] ordinary = new long[each];
            for (int i = 0; i < each; i++) {
                int value = bytes[first + PLANTED_BYTES + i];
                ordinary[i] = replicate(value, width);
                index[value] = writer * each + i;
            }
            tables[writer] = table(ordinary,
                Seams.mixed(replicate(bytes[first]), replicate(bytes[first + 1]), seam, width, order), seed + writer);
        }
        return new Generations(width, tables, each, index, partner);
    }

    /**
     * A pair g and ~g for every writer, stored in turn. Only two values per writer means that a reader who can
     * ask no more than "is it this one?" can ask for every possible mixture. Nothing is planted.
     */
    public static Generations alternating(int writers, long seed, Width width) {
        long[][] pairs = pairs(writers, seed, width);
        return new Generations(width, pairs, 2, indexOf(pairs), unknown());
    }

    /**
     * The mixture of the first writer's pair g and ~g, planted by every writer among ordinary values of other
     * bytes: for the rounds that show that a reader who asks for mixtures finds them. Among g and ~g alone every second
     * value that a reader meets at random is the one before and no change, so twice as many planted values were found
     * as followed from the changes. One value for all, so that whoever asks for it meets it however seldom one runs.
     */
    public static Generations alternatingWithPlanted(int writers, long seed, int seam, Width width,
                                                     ByteOrder order) {
        long[] pair = pairs(1, seed, width)[0];
        int first = (int) pair[0] & MAX_BYTE_SUM;
        int second = (int) pair[1] & MAX_BYTE_SUM;
        int[] others = Arrays.stream(shuffledBytes(seed)).filter(value -> value != first && value != second).toArray();
        int each = Math.min(ORDINARY, others.length / writers);
        long[][] tables = new long[writers][];
        int[] index = unknown();
        int[] partner = unknown();
        partner[first] = second;
        for (int writer = 0; writer < writers; writer++) {
            long[] ordinary = new long[each];
            for (int i = 0; i < each; i++) {
                int value = others[writer * each + i];
                ordinary[i] = replicate(value, width);
                index[value] = writer * each + i;
            }
            tables[writer] = table(ordinary, Seams.mixed(pair[0], pair[1], seam, width, order), seed + writer);
        }
        return new Generations(width, tables, each, index, partner);
    }

    /**
     * The values of one writer, to be stored in this order again and again, each in {@link Width#words} longs; not to
     * be changed.
     */
    public long[] table(int writer) {
        return tables[writer];
    }

    public Width width() {
        return width;
    }

    public int writers() {
        return tables.length;
    }

    /** Whether some writer stores a value of this byte only. */
    public boolean contains(int unsignedByte) {
        return indexOfByte[unsignedByte] >= 0;
    }

    /** Whether some writer plants a value of this byte and then that one, in memory order. */
    public boolean plants(int firstByte, int lastByte) {
        return plantedPartner[firstByte] == lastByte;
    }

    /** Whether some writer stores this byte at all, in an ordinary value or in a planted one. */
    public boolean stores(int unsignedByte) {
        return stored[unsignedByte];
    }

    /**
     * Which of two bytes was written later: 1 the second, -1 the first, 0 if nothing tells. Within one writer a quarter
     * of its cycle at most lies between them; nothing tells between writers, of a planted value, and of a pair that is
     * stored in turn.
     */
    public int later(int a, int b) {
        int first = indexOfByte[a];
        int second = indexOfByte[b];
        if (first < 0 || second < 0 || first / each != second / each) {
            return 0;
        }
        int ahead = Math.floorMod(second - first, each);
        return ahead > 0 && ahead <= each / 4 ? 1 : ahead >= each - each / 4 ? -1 : 0;
    }

    public static long replicate(int unsignedByte) {
        return unsignedByte * EVERY_BYTE;
    }

    /** A value whose bytes are all this one; of a vector, one of its lanes. */
    public static long replicate(int unsignedByte, Width width) {
        return replicate(unsignedByte) & width.mask();
    }

    private static long[][] pairs(int writers, long seed, Width width) {
        int[] bytes = shuffledBytes(seed);
        long[][] pairs = new long[writers][];
        int found = 0;
        boolean[] taken = new boolean[MAX_BYTE_SUM + 1];
        for (int i = 0; found < writers; i++) {
            int inverse = MAX_BYTE_SUM - bytes[i];
            if (inverse >= FIRST_BYTE && !taken[bytes[i]]) {
                taken[inverse] = true;
                pairs[found++] = new long[] {replicate(bytes[i], width), replicate(inverse, width)};
            }
        }
        return pairs;
    }

    /** Ordinary values over and over, with the planted one once in every block. */
    private static long[] table(long[] ordinary, long[] planted, long seed) {
        Random random = new Random(seed);
        int words = planted.length;
        long[] table = new long[TABLE_LENGTH * words];
        int next = 0;
        int place = 0;
        for (int i = 0; i < TABLE_LENGTH; i++) {
            if (i % PLANTED_BLOCK == 0) {
                place = i + FIRST_PLACE + random.nextInt(PLACES);
            }
            if (i == place) {
                System.arraycopy(planted, 0, table, i * words, words);
            } else {
                Arrays.fill(table, i * words, (i + 1) * words, ordinary[next++ % ordinary.length]);
            }
        }
        return table;
    }

    private static int[] indexOf(long[][] values) {
        int[] index = unknown();
        for (int writer = 0; writer < values.length; writer++) {
            for (int i = 0; i < values[writer].length; i++) {
                index[(int) values[writer][i] & MAX_BYTE_SUM] = writer * values[writer].length + i;
            }
        }
        return index;
    }

    private static int[] unknown() {
        int[] none = new int[MAX_BYTE_SUM + 1];
        Arrays.fill(none, -1);
        return none;
    }

    private static int[] shuffledBytes(long seed) {
        int[] bytes = new int[USABLE_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = FIRST_BYTE + i;
        }
        Random random = new Random(seed);
        for (int i = bytes.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = swapped;
        }
        return bytes;
    }

    /**
     * The torn values that follow from where a value is cut: pure functions. A seam is the index, in memory order, of
     * the first byte that belongs to the other write; {@link AccessRules} says which are legal. Thread-safe.
     */
    public static final class Seams {
        private Seams() {
        }

        /**
         * The value, no vector's, whose first {@code seam} bytes in memory come from {@code low} and the others from
         * {@code high}.
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
}
