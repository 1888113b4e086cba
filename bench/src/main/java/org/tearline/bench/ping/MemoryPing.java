// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * A round trip through memory as java-ping lays it out: the ingoing counter at 64, its data behind it, the outgoing
 * counter at 136 + the message's size, which is across a line of 64 bytes for sizes 49 to 55. Counters are stored
 * ordered and read volatile; java-ping reads them by compare-and-set, which across a line would lock the bus with every
 * look. An end is for one thread; the two share nothing but the memory.
 */
final class MemoryPing implements Transport {
    private static final int IN_COUNTER = 64;
    private static final int IN_DATA = IN_COUNTER + Long.BYTES;
    private static final int GAP = 64;
    /** Looks between two at the clock. */
    private static final int LOOK = 1 << 16;
    /** Of a wait that may take a time slice or a tenth of a millisecond a look. */
    private static final int LOOK_SLOWLY = 1 << 8;

    /** Held, because the memory goes with it. */
    private final ByteBuffer buffer;
    private final long memory;
    private final int messageBytes;
    private final Wait wait;
    private final long outCounter;
    private final long step;
    private volatile Thread other;
    private volatile boolean closed;
    private long last;
    private long served;
    private long torn;

    /**
     * An end.
     *
     * @param buffer begins at a line and is zero; {@link #bytes} of it
     */
    MemoryPing(ByteBuffer buffer, int messageBytes, int lineBytes, Wait wait) {
        this.buffer = buffer;
        memory = BufferUtil.address(buffer);
        this.messageBytes = messageBytes;
        this.wait = wait;
        outCounter = memory + outCounter(messageBytes);
        step = step(messageBytes, lineBytes);
    }

    static int outCounter(int messageBytes) {
        return IN_DATA + GAP + messageBytes;
    }

    static long bytes(int messageBytes) {
        return outCounter(messageBytes) + Long.BYTES + messageBytes;
    }

    /**
     * From number to number in the counters. One, as in java-ping; but where the outgoing counter lies across a line,
     * one on both sides of it, so that every message changes both parts and none is torn without a trace.
     */
    static long step(int messageBytes, int lineBytes) {
        int before = lineBytes - outCounter(messageBytes) % lineBytes;
        return before >= Long.BYTES ? 1 : 1 + (1L << Byte.SIZE * before);
    }

    @Override
    public void wakes(Thread thread) {
        other = thread;
    }

    @Override
    public void ping(long number) throws Silence {
        // 0 is what memory begins with; the end is no number, so that a server sees it whenever it comes.
        long value = number == END ? END : (number + 1) * step;
        UnsafeApi.copyMemory(memory + IN_DATA, outCounter + Long.BYTES, messageBytes);
        UnsafeApi.putLongRelease(null, memory + IN_COUNTER, value);
        wait.wake(other);
        if (number != END) {
            await(outCounter, value, last, true);
            last = value;
        }
    }

    @Override
    public long pong() throws Silence {
        long value = await(memory + IN_COUNTER, (served + 1) * step, served * step, false);
        if (value == END) {
            return END;
        }
        UnsafeApi.copyMemory(outCounter + Long.BYTES, memory + IN_DATA, messageBytes);
        UnsafeApi.putLongRelease(null, outCounter, value);
        wait.wake(other);
        return served++;
    }

    /** Waits for the next value; what is neither that nor the last one is torn. */
    private long await(long address, long next, long before, boolean client) throws Silence {
        int look = wait == Wait.SPIN || wait == Wait.ON_SPIN_WAIT ? LOOK : LOOK_SLOWLY;
        boolean seenTorn = false;
        long patience = 0;
        for (int looks = 1;; looks++) {
            long value = UnsafeApi.getLongVolatile(null, address);
            if (value == next || value == END && !client) {
                torn += seenTorn ? 1 : 0;
                return value;
            }
            seenTorn |= value != before;
            if ((looks & look - 1) == 0) {
                long now = System.nanoTime();
                patience = patience == 0 ? now + PATIENCE : patience;
                if (closed || now - patience > 0) {
                    throw new Silence();
                }
            }
            wait.once();
        }
    }

    @Override
    public long tornTrips() {
        return torn;
    }

    @Override
    public void close() {
        // Unmapped with the buffer, when nobody can look any more; who waits stops waiting.
        closed = buffer.isDirect();
    }
}
