// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** A neighbour locks from its begin to its stop, where it was told to, and nowhere else. */
class NeighbourTest {
    private static final int PAGE_BYTES = 4096;

    @Test
    void shouldMakeEveryLockThatItCountsWhereItWasTold() throws InterruptedException {
        long memory = UnsafeApi.allocateMemory(2 * PAGE_BYTES);
        try {
            UnsafeApi.setMemory(memory, 2 * PAGE_BYTES, (byte) 0);
            long page = (memory + PAGE_BYTES - 1) & -PAGE_BYTES;
            Neighbour neighbour = new Neighbour(page + 128);
            assertEquals(0, neighbour.stop(), "nothing was begun");
            long all = 0;
            for (int round = 0; round < 5; round++) {
                neighbour.begin(page);
                assertTrue(UnsafeApi.getLongVolatile(null, page) > all, "it locks once it has begun");
                long made = neighbour.stop();
                all += made;
                assertEquals(all, UnsafeApi.getLongVolatile(null, page), made + " locks, and none after the stop");
                assertEquals(0, neighbour.stop(), "each lock is counted once");
            }
            neighbour.end();
        } finally {
            UnsafeApi.freeMemory(memory);
        }
    }

    @Test
    void shouldEndWhileItLocks() throws InterruptedException {
        long memory = UnsafeApi.allocateMemory(PAGE_BYTES);
        try {
            Neighbour neighbour = new Neighbour(memory);
            neighbour.begin(memory + Long.BYTES);
            neighbour.end();
            assertEquals(0, neighbour.stop(), "its locks were counted at its end");
        } finally {
            UnsafeApi.freeMemory(memory);
        }
    }
}
