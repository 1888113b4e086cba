// SPDX-License-Identifier: Apache-2.0
//DEPS org.agrona:agrona:2.6.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
package tried;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Passes packed records and texts from one thread to another through two of Agrona's ring buffers. */
final class AgronaRings {
    private static final int RECORDS = 200_000;
    private static final int CAPACITY = 1 << 16;
    private static final int QUANTITY = Long.BYTES;
    private static final int PRICE = QUANTITY + Integer.BYTES;
    private static final int SYMBOL = PRICE + Long.BYTES;
    private static final int MOST_DIGITS = 8;

    public static void main(String[] args) throws Exception {
        RingBuffer[] rings = {new OneToOneRingBuffer(memory()), new ManyToOneRingBuffer(memory())};
        Work.run(2, 10, RECORDS, (thread, round) -> thread == 0 ? write(rings, round) : read(rings));
    }

    private static UnsafeBuffer memory() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH));
    }

    private static long write(RingBuffer[] rings, int round) {
        for (int i = 0; i < RECORDS; i++) {
            RingBuffer ring = rings[i % rings.length];
            int index = ring.tryClaim(1, SYMBOL + Integer.BYTES + MOST_DIGITS);
            while (index == RingBuffer.INSUFFICIENT_CAPACITY) {
                Thread.yield();
                index = ring.tryClaim(1, SYMBOL + Integer.BYTES + MOST_DIGITS);
            }
            ring.buffer().putLong(index, i);
            ring.buffer().putInt(index + QUANTITY, i + round);
            ring.buffer().putLong(index + PRICE, (long) i * round);
            ring.buffer().putStringAscii(index + SYMBOL, "S" + i);
            ring.commit(index);
        }
        return round;
    }

    private static long read(RingBuffer[] rings) {
        long[] sums = new long[1];
        for (int read = 0; read < RECORDS;) {
            for (RingBuffer ring : rings) {
                read += ring.read((type, buffer, index, length) -> sums[0] += sum(buffer, index));
            }
            Thread.yield();
        }
        return sums[0];
    }

    private static long sum(MutableDirectBuffer buffer, int index) {
        long sum = 31 * buffer.getLong(index) + buffer.getInt(index + QUANTITY);
        return 31 * (31 * sum + buffer.getLong(index + PRICE)) + buffer.getStringAscii(index + SYMBOL).hashCode();
    }
}
