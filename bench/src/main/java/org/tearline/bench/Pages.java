// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.agrona.UnsafeApi;

/**
 * Page-aligned raw memory filled with zeros. All pages have been written, so none maps the kernel's zero page. Not
 * thread-safe.
 */
public final class Pages implements AutoCloseable {
    /** Exceeds the 0.3 to 200 microseconds of a split lock, but not the 10 ms for which a kernel may delay one. */
    private static final long DELAYED_NANOS = 2_000_000;

    private final long memory;
    private final long base;

    public Pages(long bytes) {
        memory = UnsafeApi.allocateMemory(bytes + 2 * Cost.PAGE_BYTES);
        base = (memory + Cost.PAGE_BYTES - 1) & -Cost.PAGE_BYTES;
        UnsafeApi.setMemory(memory, bytes + 2 * Cost.PAGE_BYTES, (byte) 0);
    }

    public long at(long offset) {
        return base + offset;
    }

    /**
     * Returns the address of an offset for locked accesses of 8 bytes.
     *
     * @throws IllegalStateException if the kernel delays locks there, so that a benchmark would take minutes
     */
    public long lockableAt(long offset) {
        // The shorter of two times counts, since the thread may be interrupted.
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 2; i++) {
            long start = System.nanoTime();
            UnsafeApi.getAndAddLong(null, at(offset), 0);
            least = Math.min(least, System.nanoTime() - start);
        }
        if (least > DELAYED_NANOS) {
            close();
            throw new IllegalStateException("skipped: this kernel delays split locks");
        }
        return at(offset);
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(memory);
    }
}
