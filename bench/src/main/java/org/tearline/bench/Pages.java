// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.agrona.UnsafeApi;

/**
 * Raw memory that begins at a page and holds zeros. Every page has been written, so none is the kernel's page of zeros.
 * Not thread-safe.
 */
public final class Pages implements AutoCloseable {
    /** Measured: 0.3 to 200 microseconds for a lock across a line. A kernel that delays them sleeps 10 ms for each. */
    private static final long DELAYED_NANOS = 2_000_000;

    private final long memory;
    private final long base;

    public Pages(long bytes) {
        memory = UnsafeApi.allocateMemory(bytes + 2 * Cost.PAGE_BYTES);
        base = (memory + Cost.PAGE_BYTES - 1) & -Cost.PAGE_BYTES;
        UnsafeApi.setMemory(memory, bytes + 2 * Cost.PAGE_BYTES, (byte) 0);
    }

    /** The address of an offset from the first page. */
    public long at(long offset) {
        return base + offset;
    }

    /**
     * The address of an offset at which values of 8 bytes are to be locked.
     *
     * @throws IllegalStateException if the kernel delays locks there; a benchmark of them would take minutes
     */
    public long lockableAt(long offset) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 2; i++) {
            long start = System.nanoTime();
            UnsafeApi.getAndAddLong(null, at(offset), 0);
            least = Math.min(least, System.nanoTime() - start);
        }
        if (least > DELAYED_NANOS) {
            close();
            throw new IllegalStateException("this kernel delays split locks: left out");
        }
        return at(offset);
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(memory);
    }
}
