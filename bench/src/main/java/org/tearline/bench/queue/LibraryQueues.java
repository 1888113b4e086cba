// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.nio.ByteBuffer;
import java.util.Queue;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Queues that are in use, behind the same interface. One producer, one consumer. */
final class LibraryQueues {
    private static final int POOL_MASK = 2 * Spsc.CAPACITY - 1;

    private LibraryQueues() {
    }

    /** Any queue of references: JCTools' SpscArrayQueue, the JDK's ArrayBlockingQueue. */
    static final class OfReferences implements Spsc {
        private final Element[] pool;
        private final Queue<Element> queue;

        OfReferences(Element[] pool, Queue<Element> queue) {
            this.pool = pool;
            this.queue = queue;
        }

        @Override
        public boolean offer(long sequence) {
            Element element = pool[(int) sequence & POOL_MASK];
            // A full queue refuses it; the consumer has long read what the element was before.
            element.fill(sequence);
            return queue.offer(element);
        }

        @Override
        public boolean poll(Received received) {
            Element element = queue.poll();
            if (element == null) {
                return false;
            }
            received.sequence = element.sequence;
            received.checksum = element.checksum;
            return true;
        }
    }

    /**
     * Agrona's ring of bytes, filled in place. With a header of 8 bytes a message takes 32, which divides the ring: no
     * record is ever a filler at its end, for which a read returns nothing.
     */
    static final class AgronaRing implements Spsc, MessageHandler {
        private static final int MESSAGE_BYTES = 3 * Long.BYTES;
        private static final int TYPE = 1;
        private final OneToOneRingBuffer ring = new OneToOneRingBuffer(new UnsafeBuffer(ByteBuffer.allocateDirect(
            CAPACITY * 4 * Long.BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
        private Received receiving;

        @Override
        public boolean offer(long sequence) {
            int at = ring.tryClaim(TYPE, MESSAGE_BYTES);
            if (at < 0) {
                return false;
            }
            ring.buffer().putLong(at, sequence);
            ring.buffer().putLong(at + Long.BYTES, Element.checksum(sequence));
            ring.commit(at);
            return true;
        }

        @Override
        public boolean poll(Received received) {
            receiving = received;
            return ring.read(this, 1) == 1;
        }

        @Override
        public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
            receiving.sequence = buffer.getLong(index);
            receiving.checksum = buffer.getLong(index + Long.BYTES);
        }
    }
}
