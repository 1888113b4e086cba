// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a queue makes of counters that are torn by hand. */
class OffHeapQueueTest {
    private static final int LINE = 64;
    private static final int PAGE = 4096;
    private final long allocated = UnsafeApi.allocateMemory(Place.bytes() + PAGE);
    private final long memory = (allocated + PAGE - 1) & -PAGE;
    private final Received received = new Received();

    @BeforeEach
    void clear() {
        UnsafeApi.setMemory(memory, Place.bytes(), (byte) 0);
    }

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(allocated);
    }

    @Test
    void shouldHandOutWhatIsNotThereIfACounterIsAhead() {
        OffHeapQueue queue = queue(Counting.BY_ONE);
        fill(queue, 255);
        // On its way from 255 to 256 with the upper bytes first.
        setTail(Counting.BY_ONE, 511);
        for (int i = 0; i < 255; i++) {
            assertTrue(queue.poll(received));
            assertEquals(Element.checksum(i), received.checksum);
        }
        assertTrue(queue.poll(received), "it believes what it read");
        assertEquals(0, received.checksum, "where nothing is");
        setTail(Counting.BY_ONE, 256);
        while (queue.poll(received)) {
            assertTrue(received.checksum == 0);
        }
        assertEquals(new TornCounter(1, 1, 0, 511), queue.torn());
    }

    @Test
    void shouldWaitIfACounterIsBehind() {
        OffHeapQueue queue = queue(Counting.BOTH_HALVES);
        fill(queue, 10);
        assertTrue(queue.poll(received));
        for (int i = 1; i < 10; i++) {
            assertTrue(queue.poll(received));
        }
        // From 10 to 11 with the lower half first.
        setTail(Counting.BOTH_HALVES, (10L << 32) + 11 - (1L << 32));
        assertFalse(queue.poll(received));
        setTail(Counting.BOTH_HALVES, 10 * Counting.BOTH_HALVES.step());
        assertFalse(queue.poll(received));
        assertEquals(new TornCounter(1, 0, 10 * Counting.BOTH_HALVES.step(), (9L << 32) + 11), queue.torn());
    }

    @Test
    void shouldReadNothingOutsideItsMemoryWhateverACounterSays() {
        OffHeapQueue queue = queue(Counting.IN_BYTES);
        setTail(Counting.IN_BYTES, 0x7F12_3456_789A_BCDEL);
        for (int i = 0; i < 3 * Spsc.CAPACITY; i++) {
            assertTrue(queue.poll(received));
            assertEquals(0, received.sequence);
        }
    }

    private OffHeapQueue queue(Counting counting) {
        return OffHeapQueue.of("ordered", memory, Place.LINE, counting, LINE);
    }

    private void setTail(Counting counting, long value) {
        UnsafeApi.putLongVolatile(null, memory + Place.LINE.tail(counting, LINE), counting.ordered(value));
    }

    private static void fill(OffHeapQueue queue, int elements) {
        for (int i = 0; i < elements; i++) {
            assertTrue(queue.offer(i));
        }
    }
}
