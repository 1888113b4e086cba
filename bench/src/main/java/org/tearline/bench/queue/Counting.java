package org.tearline.bench.queue;

/**
 * What a counter's values are. A torn value differs from a true one only where both halves changed between two writes,
 * so where the seam lies decides which values show it. Immutable.
 */
enum Counting {
    /**
     * One after the other, as anybody counts. With one byte before the seam every 256th value carries across it; with
     * four bytes it would be every 2^32th, and no run here is that long.
     */
    BY_ONE(1, 1, Long.MAX_VALUE),
    /**
     * The number in both halves of the value, so that each write changes four bytes on either side of the seam. As a
     * position in bytes does whose upper half counts something else. Values stay below 2^53, which a JSON number has
     * room for.
     */
    BOTH_HALVES((1L << 32) + 1, 4, 1 << 20);

    private final long step;
    private final int bytesBeforeSeam;
    private final long mostMessages;

    Counting(long step, int bytesBeforeSeam, long mostMessages) {
        this.step = step;
        this.bytesBeforeSeam = bytesBeforeSeam;
        this.mostMessages = mostMessages;
    }

    /** From value to value. */
    long step() {
        return step;
    }

    /** How many bytes of a counter lie before the boundary that it straddles. */
    int bytesBeforeSeam() {
        return bytesBeforeSeam;
    }

    /** In a run. */
    long mostMessages() {
        return mostMessages;
    }

    /** Whether a value is none of these, whatever was written when: its halves differ. */
    boolean impossible(long value) {
        return this == BOTH_HALVES && (int) (value >>> Integer.SIZE) != (int) value;
    }
}
