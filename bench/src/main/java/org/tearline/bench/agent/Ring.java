// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Passes messages of 32 bytes through Agrona's ring buffers, in batches on one thread or between two threads. */
final class Ring implements Workload {
    private static final int CAPACITY = 1 << 16;
    private static final int MESSAGE = 32;
    private static final int BATCH = 64;

    private final RingBuffer ring;
    private final boolean twoThreads;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE]);

    private Ring(RingBuffer ring, boolean twoThreads) {
        this.ring = ring;
        this.twoThreads = twoThreads;
    }

    static Ring oneToOne(boolean twoThreads) {
        return new Ring(new OneToOneRingBuffer(buffer()), twoThreads);
    }

    static Ring manyToOne(boolean twoThreads) {
        return new Ring(new ManyToOneRingBuffer(buffer()), twoThreads);
    }

    private static UnsafeBuffer buffer() {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH, 64));
    }

    @Override
    public void run(int times) throws InterruptedException {
        if (twoThreads) {
            Thread writer = new Thread(() -> write(times));
            writer.start();
            read(times);
            writer.join();
        } else {
            for (int done = 0; done < times; done += BATCH) {
                int batch = Math.min(BATCH, times - done);
                write(batch);
                read(batch);
            }
        }
    }

    private void read(int times) {
        int received = 0;
        while (received < times) {
            received += ring.read((type, buffer, index, length) -> { }, BATCH);
        }
    }

    private void write(int times) {
        for (int i = 0; i < times; i++) {
            while (!ring.write(1, message, 0, MESSAGE)) {
                Thread.onSpinWait();
            }
        }
    }
}
