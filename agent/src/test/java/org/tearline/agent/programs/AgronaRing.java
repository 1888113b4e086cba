// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Two threads write messages to a small ring of Agrona, and another reads them and clears their place. */
public final class AgronaRing {
    private static final int MESSAGES = 20_000;
    private static final int WRITERS = 2;
    private static final int CAPACITY = 4096;
    private static final int LONGEST = 40;

    public static void main(String[] arguments) throws InterruptedException {
        ByteBuffer memory = BufferUtil.allocateDirectAligned(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH, 64);
        ManyToOneRingBuffer ring = new ManyToOneRingBuffer(new UnsafeBuffer(memory));
        for (int i = 0; i < WRITERS; i++) {
            new Thread(() -> write(ring)).start();
        }
        int read = 0;
        while (read < WRITERS * MESSAGES) {
            read += ring.read((type, buffer, index, length) -> buffer.getLong(index));
            Thread.yield();
        }
        System.out.println("read " + read);
    }

    private static void write(ManyToOneRingBuffer ring) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
        for (int i = 0; i < MESSAGES; i++) {
            message.putLong(0, i);
            while (!ring.write(1, message, 0, Long.BYTES + i % (LONGEST - Long.BYTES))) {
                Thread.yield();
            }
        }
    }
}
