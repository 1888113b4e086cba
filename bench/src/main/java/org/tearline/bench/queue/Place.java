// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/** Names where the counters of an off-heap queue lie in its memory, which begins at a page. Immutable. */
enum Place {
    /** Each at the start of a line. */
    ALIGNED,
    /** Each across a line. */
    LINE,
    /** Each across a page. */
    PAGE;

    private static final int PAGE_BYTES = 4096;
    private static final int COUNTER_PAGES = 4;

    /** Returns how much memory a queue takes: the counters' pages, then the slots. */
    static long bytes() {
        return slots() + (long) Spsc.CAPACITY * OffHeapQueue.SLOT_BYTES;
    }

    /** Bytes from the start to the producer's counter. */
    long tail(Counting counting, int lineBytes) {
        return at(PAGE_BYTES, counting, lineBytes);
    }

    /** Bytes from the start to the consumer's: two pages on, in lines and pages of its own. */
    long head(Counting counting, int lineBytes) {
        return at(PAGE_BYTES * (COUNTER_PAGES - 1L), counting, lineBytes);
    }

    private long at(long boundary, Counting counting, int lineBytes) {
        return switch (this) {
            case ALIGNED -> boundary;
            case LINE -> boundary + lineBytes - counting.bytesBeforeSeam();
            case PAGE -> boundary - counting.bytesBeforeSeam();
        };
    }

    /** Bytes from the start to the first slot. */
    static long slots() {
        return (long) PAGE_BYTES * COUNTER_PAGES;
    }
}
