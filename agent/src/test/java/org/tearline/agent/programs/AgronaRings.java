// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Both ring buffers of Agrona with messages of 1 to 200 bytes, from one thread to another. Argument: how many. */
public final class AgronaRings {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST = 200;

    private AgronaRings() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        int messages = Integer.parseInt(arguments[0]);
        pass(new OneToOneRingBuffer(buffer()), messages);
        pass(new ManyToOneRingBuffer(buffer()), messages);
    }

    private static UnsafeBuffer buffer() {
        ByteBuffer bytes = BufferUtil.allocateDirectAligned(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH, 64);
        return new UnsafeBuffer(bytes);
    }

    private static void pass(RingBuffer ring, int messages) throws InterruptedException {
        Thread writer = new Thread(() -> write(ring, messages));
        writer.start();
        int read = 0;
        while (read < messages) {
            int now = ring.read((type, buffer, index, length) -> { });
            read += now;
            if (now == 0) {
                Thread.yield();
            }
        }
        writer.join();
    }

    private static void write(RingBuffer ring, int messages) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
        for (int i = 0; i < messages; i++) {
            while (!ring.write(1, message, 0, 1 + i % LONGEST)) {
                Thread.yield();
            }
        }
    }
}
