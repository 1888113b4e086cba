// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueTest {
    private static final int MESSAGES = 300_000;

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "ordered", "cached", "padded", "inlined", "sparse", "jctools",
        "agrona", "array-blocking"})
    void shouldDeliverEveryMessageInOrder(String name) throws InterruptedException {
        deliver(QueueCost.of(name));
    }

    @ParameterizedTest
    @CsvSource({"plain,false", "ordered,false", "volatile,true", "locked,true"})
    void shouldDeliverEveryMessageInOrderOffHeap(String access, boolean bigEndian) throws InterruptedException {
        try (OffHeapQueue queue = new OffHeapQueue(access, 0, bigEndian)) {
            deliver(queue);
            assertEquals(0, queue.torn());
        }
    }

    private static void deliver(Spsc queue) throws InterruptedException {
        QueuePair.Damage damage = new QueuePair.Damage();
        Thread producer = new Thread(() -> {
            for (long number = 0; number < MESSAGES; number++) {
                while (!queue.offer(number)) {
                    Thread.onSpinWait();
                }
            }
        });

        producer.start();
        for (int received = 0; received < MESSAGES;) {
            long number = queue.poll();
            if (number != Spsc.EMPTY) {
                damage.take(number);
                received++;
            }
        }
        producer.join();

        assertEquals(0, damage.damaged);
        assertEquals(Spsc.EMPTY, queue.poll());
    }

    @ParameterizedTest
    @CsvSource({"32,false", "64,false", "64,true", "4096,true"})
    void shouldCarryAcrossTheSeamInOneThread(int seam, boolean bigEndian) {
        try (OffHeapQueue queue = new OffHeapQueue("ordered", seam, bigEndian)) {
            for (long number = 0; number < 1000; number++) {
                assertTrue(queue.offer(number));
                assertEquals(number, queue.poll());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0,false,0", "64,false,63", "64,true,57", "32,true,25", "4096,false,4095"})
    void shouldSeparateTheLowByteAtTheSeam(int seam, boolean bigEndian, int offset) {
        assertEquals(offset, OffHeapQueue.offset(seam, bigEndian));
    }

    @Test
    void shouldRejectAMessageWhenFull() {
        try (OffHeapQueue queue = new OffHeapQueue("plain", 0, false)) {
            for (long number = 0; number < Spsc.CAPACITY; number++) {
                assertTrue(queue.offer(number));
            }
            assertFalse(queue.offer(Spsc.CAPACITY));
        }
    }

    /** The distances that the stages are about. Objects made elsewhere in between may be anywhere. */
    @ParameterizedTest
    @CsvSource({"lamport,24,4", "ordered,24,4", "inlined,136,4", "sparse,136,64"})
    void shouldFindTheCountersInMemory(String stage, String head, String slot) throws IllegalAccessException {
        List<String> row = Layouts.row(QueueCost.of(stage));

        assertEquals(List.of("0", head, slot), List.of(row.get(0), row.get(2), row.get(4)));
    }

    @Test
    void shouldCountDamagedMessages() {
        QueuePair.Damage damage = new QueuePair.Damage();

        Stream.of(0L, 1L, 3L, 4L, 2L, 3L, Spsc.GARBLED, 5L).forEach(damage::take);

        // The damaged messages are 3 after 1, 2 after 4, and the garbled one.
        assertEquals(3, damage.damaged);
    }

    @Test
    void shouldDetectAWrongChecksum() {
        assertEquals(Spsc.GARBLED, Element.checked(7, Element.checksum(8)));
        assertEquals(Spsc.GARBLED, Element.checked(0, 0));
        assertEquals(7, Element.checked(7, Element.checksum(7)));
    }
}
