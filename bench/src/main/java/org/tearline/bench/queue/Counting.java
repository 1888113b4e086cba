// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * Names what a counter's values are and in which order its bytes lie. A torn value differs from the true ones only
 * where both sides of the seam changed from one write to the next. A queue that compares counters survives a value that
 * lies behind the truth, because it waits, but not one ahead of it. Which of the two a CPU makes depends on which line
 * it writes first and on which end of the number lies there, so both byte orders are tried. Immutable.
 */
enum Counting {
    /**
     * One after the other, as anybody counts. With one byte before the seam every 256th value carries across it, and a
     * torn one is up to 256 messages off; with four bytes it would be every 2^32th, and no run here is that long.
     */
    BY_ONE("by-one", 0, 1, 1, false, Long.MAX_VALUE),
    /** Positions in bytes, as in a log or a file: every 16th message carries, and a torn value is up to 16 off. */
    IN_BYTES("in-bytes", 4, 1 << 4, 1, false, Long.MAX_VALUE),
    /** The same, the most significant byte first, as a ByteBuffer writes unless told otherwise. */
    IN_BYTES_BIG_ENDIAN("in-bytes-big-endian", 4, 1 << 4, 7, true, Long.MAX_VALUE),
    /**
     * The number in both halves of the value: each write changes both sides of the seam, so torn values are most
     * frequent and show by themselves. But one half ahead is one message ahead, and that one is there: it damages
     * little or nothing. Values stay below 2^53, which a JSON number has room for.
     */
    BOTH_HALVES("both-halves", 0, (1L << 32) + 1, 4, false, 1 << 20);

    private final String word;
    private final int shift;
    private final long step;
    private final int bytesBeforeSeam;
    private final boolean bigEndian;
    private final long mostMessages;

    Counting(String word, int shift, long step, int bytesBeforeSeam, boolean bigEndian,
             long mostMessages) {
        this.word = word;
        this.shift = shift;
        this.step = step;
        this.bytesBeforeSeam = bytesBeforeSeam;
        this.bigEndian = bigEndian;
        this.mostMessages = mostMessages;
    }

    /** For names. */
    String word() {
        return word;
    }

    /** From value to value. */
    long step() {
        return step;
    }

    /** Bits to the right from a value to the number of its message, as far as a slot's index goes. */
    int shift() {
        return shift;
    }

    /** Returns how many bytes of a counter lie before the boundary that it straddles. */
    int bytesBeforeSeam() {
        return bytesBeforeSeam;
    }

    /** In a run. */
    long mostMessages() {
        return mostMessages;
    }

    /** Between a value and what lies in memory, either way. */
    long ordered(long value) {
        return bigEndian ? Long.reverseBytes(value) : value;
    }

    /** Returns whether a value is none of these, whatever was written when: its halves differ. */
    boolean impossible(long value) {
        return this == BOTH_HALVES && (int) (value >>> Integer.SIZE) != (int) value;
    }

    /**
     * Returns whether an impossible value has the newer half above, and so lies ahead of every value that was written.
     */
    boolean ahead(long value) {
        return Integer.compareUnsigned((int) (value >>> Integer.SIZE), (int) value) > 0;
    }
}
