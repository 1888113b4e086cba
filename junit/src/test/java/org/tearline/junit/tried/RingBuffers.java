// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.agrona.concurrent.status.AtomicCounter;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.tearline.junit.NoLineCrossing;

/**
 * A ring buffer and a counter of Agrona on memory that begins at a page, and on some that does not. Agrona itself
 * refuses a ring buffer on misaligned native memory; on a byte array it only prints a line.
 */
@NoLineCrossing
class RingBuffers {
    private static final int BYTES = 1024 + RingBufferDescriptor.TRAILER_LENGTH;

    @Test
    void aligned() {
        pass(new UnsafeBuffer(slice(0)));
    }

    @Test
    void unaligned() {
        pass(new UnsafeBuffer(new byte[4 + BYTES], 4, BYTES));
    }

    @Test
    void refusedByAgrona() {
        UnsafeBuffer unaligned = new UnsafeBuffer(slice(60));
        Assertions.assertThrows(IllegalStateException.class, () -> new OneToOneRingBuffer(unaligned));
    }

    @Test
    void alignedCounter() {
        new AtomicCounter(new UnsafeBuffer(slice(0)), 0).increment();
    }

    @Test
    void unalignedCounter() {
        new AtomicCounter(new UnsafeBuffer(slice(60)), 0).increment();
    }

    private static ByteBuffer slice(int from) {
        return BufferUtil.allocateDirectAligned(BYTES + 64, 4096).position(from).limit(from + BYTES).slice();
    }

    private static void pass(UnsafeBuffer memory) {
        OneToOneRingBuffer ring = new OneToOneRingBuffer(memory);
        UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
        for (int i = 0; i < 100; i++) {
            Assertions.assertTrue(ring.write(1, message, 0, 8));
            Assertions.assertEquals(1, ring.read((type, buffer, index, length) -> { }));
        }
    }
}
