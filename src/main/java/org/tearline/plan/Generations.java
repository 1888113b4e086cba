package org.tearline.plan;

import java.util.Arrays;
import java.util.Random;

/**
 * The values that writers store: one byte repeated over the whole width, another byte with every write. Any mixture of
 * two of them is then visible, names its two writes and its seam, and reads the same in either byte order. The bytes 0
 * and 1 are never used, so fresh memory and small counters cannot be taken for a write. Immutable, any thread.
 */
public final class Generations {
    /** How many generations there are in all: a power of two, so that a loop can wrap with a mask. */
    public static final int COUNT = 128;

    private static final int FIRST_BYTE = 2;
    private static final int USABLE_BYTES = 254;
    private static final long EVERY_BYTE = 0x0101010101010101L;
    private static final int MAX_BYTE_SUM = 255;

    private final long[][] tables;
    private final int[] indexOfByte = new int[MAX_BYTE_SUM + 1];
    private final boolean alternating;

    private Generations(long[][] tables, boolean alternating) {
        this.tables = tables;
        this.alternating = alternating;
        Arrays.fill(indexOfByte, -1);
        int length = tables[0].length;
        for (int writer = 0; writer < tables.length; writer++) {
            for (int i = 0; i < length; i++) {
                indexOfByte[(int) tables[writer][i] & 0xff] = writer * length + i;
            }
        }
    }

    /** Disjoint runs of generations for so many writers (1 to 32), each a power of two long. */
    public static Generations cycling(int writers, long seed) {
        int[] bytes = shuffledBytes(seed);
        int each = Integer.highestOneBit(COUNT / writers);
        long[][] tables = new long[writers][each];
        for (int writer = 0; writer < writers; writer++) {
            for (int i = 0; i < each; i++) {
                tables[writer][i] = replicate(bytes[writer * each + i]);
            }
        }
        return new Generations(tables, false);
    }

    /**
     * A pair g and ~g for every writer, stored in turn. Only two values per writer means that a reader who can ask no
     * more than "is it this one?" can ask for every possible mixture.
     */
    public static Generations alternating(int writers, long seed) {
        int[] bytes = shuffledBytes(seed);
        long[][] tables = new long[writers][];
        int found = 0;
        boolean[] taken = new boolean[MAX_BYTE_SUM + 1];
        for (int i = 0; found < writers; i++) {
            int inverse = MAX_BYTE_SUM - bytes[i];
            if (inverse >= FIRST_BYTE && !taken[bytes[i]]) {
                taken[inverse] = true;
                tables[found++] = new long[] {replicate(bytes[i]), replicate(inverse)};
            }
        }
        return new Generations(tables, true);
    }

    /** The values of one writer, to be stored in this order and over again; the caller must not change them. */
    public long[] table(int writer) {
        return tables[writer];
    }

    public int writers() {
        return tables.length;
    }

    /** Whether each writer has the two values g and ~g only. */
    public boolean alternates() {
        return alternating;
    }

    /** Whether some writer stores this byte. */
    public boolean contains(int unsignedByte) {
        return indexOfByte[unsignedByte] >= 0;
    }

    /**
     * Whether byte {@code a} was written before byte {@code b}: within one writer the shorter way round its cycle
     * tells; between writers, and where a writer only alternates, nothing does and the answer is true.
     */
    public boolean precedes(int a, int b) {
        int length = tables[0].length;
        int first = indexOfByte[a];
        int second = indexOfByte[b];
        if (first / length != second / length) {
            return true;
        }
        return Math.floorMod(second - first, length) <= length / 2;
    }

    /** The value whose eight bytes are all this one. */
    public static long replicate(int unsignedByte) {
        return unsignedByte * EVERY_BYTE;
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
}
