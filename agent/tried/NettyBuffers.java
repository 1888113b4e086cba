// SPDX-License-Identifier: Apache-2.0
//DEPS io.netty:netty-buffer:4.2.20.Final
package tried;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Fills pooled direct and heap buffers of Netty in two threads, and reads and releases them in two others. */
final class NettyBuffers {
    private static final int BUFFERS = 10_000;
    private static final int FRAMES = 20;
    private static final int WAITING = 100;

    public static void main(String[] args) throws Exception {
        ByteBufAllocator allocator = new PooledByteBufAllocator(true);
        BlockingQueue<ByteBuf> queue = new ArrayBlockingQueue<>(WAITING);
        Work.run(4, 10, 2L * BUFFERS, (thread, round) -> thread < 2 ? fill(allocator, queue, round) : read(queue));
    }

    private static long fill(ByteBufAllocator allocator, BlockingQueue<ByteBuf> queue, int round) throws Exception {
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuf buffer = i % 2 == 0 ? allocator.directBuffer() : allocator.heapBuffer();
            for (int frame = 0; frame < FRAMES; frame++) {
                int length = buffer.writerIndex();
                buffer.writeMedium(0).writeByte(frame).writeLong((long) i * frame).writeIntLE(round);
                buffer.writeCharSequence("frame " + frame, StandardCharsets.US_ASCII);
                buffer.setMedium(length, buffer.writerIndex() - length);
            }
            queue.put(buffer);
        }
        return round;
    }

    /** Checks the frames of every buffer; which of the two threads gets a buffer differs from run to run. */
    private static long read(BlockingQueue<ByteBuf> queue) throws Exception {
        long round = 0;
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuf buffer = queue.take();
            for (int frame = 0; frame < FRAMES; frame++) {
                int end = buffer.readerIndex() + buffer.readMedium();
                int number = buffer.readByte();
                long product = buffer.readLong();
                round = buffer.readIntLE();
                CharSequence text = buffer.readCharSequence(end - buffer.readerIndex(), StandardCharsets.US_ASCII);
                if (number != frame || frame > 0 && product % frame != 0 || !text.toString().equals("frame " + frame)) {
                    throw new AssertionError("frame " + frame + ": " + number + ", " + product + ", " + text);
                }
            }
            buffer.release();
        }
        return round;
    }
}
