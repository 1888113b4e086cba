// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The values that writers store: one byte repeated across the whole width. Consecutive writes use different bytes, and
 * so do different writers. Any mixture of two values therefore identifies both values and the seam, in either byte
 * order. The bytes 0 and 1 are not used, because fresh memory and small counters contain them.
 *
 * <p>Except in {@linkplain #alternating alternating} tables, about one in nine entries is planted: a value that looks
 * torn at the tested seam, with two bytes that occur in no ordinary entry. The reader should find these values at the
 * rate at which they are stored. Thread-safe.
 */
public final class Generations {
    /**
     * Each block of this length has one planted entry at a random place. When every 64th entry was planted, a stressor
     * of period 64 hid all planted values.
     */
    public static final int PLANTED_BLOCK = 9;
    /**
     * The number of entries in a table. It is prime, so a reader that sees every nth store still sees every entry. With
     * 126 entries, a reader of every second or third store found 0.4 to 1.9 times as many planted values as expected.
     * The last two entries are an incomplete block without a planted entry.
     */
    static final int TABLE_LENGTH = 101;
    public static final int PLANTED = TABLE_LENGTH / PLANTED_BLOCK;
    public static final int ORDINARY = TABLE_LENGTH - PLANTED;
    /** The first place for a planted entry in a block. No table starts with one, and no two are adjacent. */
    private static final int FIRST_PLACE = 2;
    private static final int PLACES = 6;
    private static final int FIRST_BYTE = 2;
    private static final int USABLE_BYTES = 254;
    private static final int MAX_BYTE = 255;
    private static final int PLANTED_BYTES = 2;

    private final Width width;
    private final long[][] tables;
    /** Number of ordinary values per writer. */
    private final int each;
    /** For each byte, the index of its ordinary value among those of all writers, or -1. */
    private final int[] indexOfByte = new int[MAX_BYTE + 1];
    /** For each byte with which a planted value starts in memory, the byte after the seam; -1 for all other bytes. */
    private final int[] plantedPartner = new int[MAX_BYTE + 1];
    private final boolean[] stored = new boolean[MAX_BYTE + 1];

    private Generations(Width width, int writers, int each) {
        this.width = width;
        tables = new long[writers][];
        this.each = each;
        Arrays.fill(indexOfByte, -1);
        Arrays.fill(plantedPartner, -1);
    }

    /** Creates tables for 1 to 32 writers, with values planted at a seam. No two writers use the same byte. */
    public static Generations cycling(int writers, long seed, int seam, Width width, ByteOrder order) {
        int[] bytes = shuffledBytes(seed);
        int each = Math.min(ORDINARY, USABLE_BYTES / writers - PLANTED_BYTES);
        Generations cycling = new Generations(width, writers, each);
        for (int writer = 0; writer < writers; writer++) {
            int from = writer * (each + PLANTED_BYTES);
            long[] planted = cycling.planted(bytes[from], bytes[from + 1], seam, order);
            cycling.tables[writer] = cycling.table(writer, bytes, from + PLANTED_BYTES, planted, seed);
        }
        return cycling;
    }

    /**
     * Creates a pair g and ~g for each writer to store in turn, without planted values. With two values per writer, a
     * CAS reader can try every possible mixture.
     */
    public static Generations alternating(int writers, long seed, Width width) {
        int[] pairs = pairs(writers, seed);
        Generations alternating = new Generations(width, writers, 2);
        for (int writer = 0; writer < writers; writer++) {
            alternating.tables[writer] = alternating.ordinary(writer, pairs, 2 * writer);
        }
        return alternating;
    }

    /**
     * Creates tables in which every writer plants the same mixture of a pair g and ~g, to show that a CAS reader finds
     * mixtures. The ordinary values have other bytes. If g and ~g were the ordinary values, every second random read
     * would see no change, and twice the expected number of planted values would be found. All writers plant the same
     * value, so the reader finds it even if one of the writers rarely runs.
     */
    public static Generations cyclingWithPlantedPair(int writers, long seed, int seam, Width width,
                                                     ByteOrder order) {
        int[] pair = pairs(1, seed);
        int[] others = Arrays.stream(shuffledBytes(seed))
            .filter(value -> value != pair[0] && value != pair[1])
            .toArray();
        int each = Math.min(ORDINARY, others.length / writers);
        Generations cycling = new Generations(width, writers, each);
        long[] planted = cycling.planted(pair[0], pair[1], seam, order);
        for (int writer = 0; writer < writers; writer++) {
            cycling.tables[writer] = cycling.table(writer, others, writer * each, planted, seed);
        }
        return cycling;
    }

    /** Returns a writer's ordinary values and notes their bytes. */
    private long[] ordinary(int writer, int[] bytes, int from) {
        long[] ordinary = new long[each];
        for (int i = 0; i < each; i++) {
            int value = bytes[from + i];
            ordinary[i] = replicate(value, width);
            indexOfByte[value] = writer * each + i;
            stored[value] = true;
        }
        return ordinary;
    }

    /** Returns a value that looks torn and notes its bytes. */
    private long[] planted(int first, int second, int seam, ByteOrder order) {
        plantedPartner[first] = second;
        stored[first] = true;
        stored[second] = true;
        return Seams.mixed(replicate(first), replicate(second), seam, width, order);
    }

    /** The values of a writer, to be stored cyclically; each takes {@link Width#words} longs. Do not modify. */
    public long[] table(int writer) {
        return tables[writer];
    }

    /** Returns every mixture, at any of these seams, of two scalars that the writers store. */
    public long[] candidates(BitSet seams, ByteOrder order) {
        long[] values = Stream.of(tables).flatMapToLong(Arrays::stream).toArray();
        Set<Long> mixtures = new LinkedHashSet<>();
        for (long low : values) {
            for (long high : values) {
                if (low != high) {
                    seams.stream().forEach(seam -> mixtures.add(Seams.mix(low, high, seam, width, order)));
                }
            }
        }
        return mixtures.stream().mapToLong(Long::longValue).toArray();
    }

    public Width width() {
        return width;
    }

    /** Whether a writer stores an ordinary value with this byte. */
    public boolean contains(int unsignedByte) {
        return indexOfByte[unsignedByte] >= 0;
    }

    /** Whether a writer plants a value with these two bytes, in memory order. */
    public boolean plants(int firstByte, int lastByte) {
        return plantedPartner[firstByte] == lastByte;
    }

    /** Whether a writer stores this byte, in an ordinary or planted value. */
    public boolean stores(int unsignedByte) {
        return stored[unsignedByte];
    }

    /**
     * Which of two bytes was written later: 1 for the second, -1 for the first, 0 if unknown. The order is known for
     * ordinary values of one writer that are at most a quarter of its cycle apart, unless it alternates between two
     * values.
     */
    public int later(int a, int b) {
        int first = indexOfByte[a];
        int second = indexOfByte[b];
        if (first < 0 || second < 0 || first / each != second / each) {
            return 0;
        }
        int ahead = Math.floorMod(second - first, each);
        // 0 if the writer alternates between two values.
        int near = each / 4;
        if (ahead > 0 && ahead <= near) {
            return 1;
        }
        if (ahead >= each - near) {
            return -1;
        }
        return 0;
    }

    public static long replicate(int unsignedByte) {
        return unsignedByte * 0x0101010101010101L;
    }

    /** A scalar of this width, or a lane of a vector, in which every byte is this one. */
    public static long replicate(int unsignedByte, Width width) {
        return replicate(unsignedByte) & width.mask();
    }

    /** Returns a pair g and ~g for each writer. No byte is in two pairs, and none is 0 or 1. */
    private static int[] pairs(int writers, long seed) {
        int[] bytes = shuffledBytes(seed);
        int[] pairs = new int[2 * writers];
        int found = 0;
        boolean[] taken = new boolean[MAX_BYTE + 1];
        for (int i = 0; found < pairs.length; i++) {
            int inverse = ~bytes[i] & MAX_BYTE;
            if (inverse >= FIRST_BYTE && !taken[bytes[i]]) {
                // The inverse may come later; the byte itself does not come again.
                taken[inverse] = true;
                pairs[found++] = bytes[i];
                pairs[found++] = inverse;
            }
        }
        return pairs;
    }

    /** Fills a table with the ordinary values, repeated, and one planted value at a random place of every block. */
    private long[] table(int writer, int[] bytes, int from, long[] planted, long seed) {
        long[] ordinary = ordinary(writer, bytes, from);
        Random random = new Random(seed + writer);
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

    private static int[] shuffledBytes(long seed) {
        List<Integer> bytes = IntStream.range(FIRST_BYTE, FIRST_BYTE + USABLE_BYTES).boxed()
            .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(bytes, new Random(seed));
        return bytes.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Computes torn values. A seam is the index, in memory order, of the first byte that belongs to the other write.
     * {@link AccessRules} defines the legal seams. Thread-safe.
     */
    public static final class Seams {
        private Seams() {
        }

        /**
         * Returns the scalar whose first {@code seam} bytes in memory are those of {@code low}, and whose other bytes
         * are those of {@code high}. The first bytes are the least significant ones in little-endian order, otherwise
         * the most significant ones.
         */
        public static long mix(long low, long high, int seam, Width width, ByteOrder order) {
            long maskOfLow;
            if (order == ByteOrder.LITTLE_ENDIAN) {
                maskOfLow = -1L >>> Long.SIZE - Byte.SIZE * seam;
            } else {
                maskOfLow = -1L << Byte.SIZE * (width.bytes() - seam);
            }
            return (low & maskOfLow | high & ~maskOfLow) & width.mask();
        }

        /** Like {@link #mix}, but for any width. For vectors, {@code low} and {@code high} fill every lane. */
        public static long[] mixed(long low, long high, int seam, Width width, ByteOrder order) {
            if (!width.isVector()) {
                return new long[] {mix(low, high, seam, width, order)};
            }
            long[] lanes = new long[width.words()];
            for (int i = 0; i < lanes.length; i++) {
                int inLane = seam - i * Long.BYTES;
                if (inLane <= 0) {
                    lanes[i] = high;
                } else if (inLane >= Long.BYTES) {
                    lanes[i] = low;
                } else {
                    lanes[i] = mix(low, high, inLane, Width.LONG, order);
                }
            }
            return lanes;
        }
    }
}
