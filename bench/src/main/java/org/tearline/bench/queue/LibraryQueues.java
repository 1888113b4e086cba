// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.nio.ByteBuffer;
import java.util.Queue;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Queues of libraries and of the JDK. */
final class LibraryQueues {
    private LibraryQueues() {
    }

    /** Passes pooled elements through a queue of references. */
    static final class OfReferences implements Spsc {
        private final Element.Pool pool = new Element.Pool();
        private final Queue<Element> queue;

        OfReferences(Queue<Element> queue) {
            this.queue = queue;
        }

        @Override
        public boolean offer(long number) {
            return queue.offer(pool.filled(number));
        }

        @Override
        public long poll() {
            Element element = queue.poll();
            return element == null ? EMPTY : element.read();
        }
    }

    /**
     * Agrona's ring buffer. A message with its header takes 32 bytes, which divides the capacity. The ring therefore
     * needs no padding records, for which a read would return no message.
     */
    static final class AgronaRing implements Spsc, MessageHandler {
        private static final int MESSAGE_BYTES = 3 * Long.BYTES;
        private static final int TYPE = 1;
        private final OneToOneRingBuffer ring = new OneToOneRingBuffer(new UnsafeBuffer(ByteBuffer.allocateDirect(
            CAPACITY * 4 * Long.BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
        private long received;

        @Override
        public boolean offer(long number) {
            int at = ring.tryClaim(TYPE, MESSAGE_BYTES);
            if (at < 0) {
                return false;
            }
            ring.buffer().putLong(at, number);
            ring.buffer().putLong(at + Long.BYTES, Element.checksum(number));
            ring.commit(at);
            return true;
        }

        @Override
        public long poll() {
            return ring.read(this, 1) == 1 ? received : EMPTY;
        }

        @Override
        public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
            received = Element.checked(buffer.getLong(index), buffer.getLong(index + Long.BYTES));
        }
    }
}
