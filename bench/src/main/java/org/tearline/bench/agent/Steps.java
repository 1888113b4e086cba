// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.agrona.UnsafeApi;

/** Makes bare accesses at addresses that the compiler cannot predict, which exposes the full cost of the check. */
final class Steps implements Workload {
    private static final int BYTES = 512;
    private static final int RECORD = 256;
    private static final int SHORT_RECORD = 21;
    /** Dependent multiplications of 3 cycles each: about a microsecond at 3 GHz, including the loop. */
    private static final int WORK = 1000;
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(4 * BYTES).alignedSlice(64)
        .order(ByteOrder.nativeOrder());
    private static long sink;

    private final int first;
    private final int step;
    private final LongConsumer access;

    private Steps(int first, int step, LongConsumer access) {
        this.first = first;
        this.step = step;
        this.access = access;
    }

    static Steps put(int first, int step) {
        return new Steps(first, step, at -> UnsafeApi.putLongRelease(null, Memory.START + at, at));
    }

    static Steps get(int first, int step) {
        return new Steps(first, step, at -> sink += BUFFER.getLong((int) at));
    }

    /** Packs a record of longs and bytes into a new array, and reads it again, like a serializer. */
    static Steps heap() {
        return new Steps(0, 1, at -> {
            ByteBuffer record = ByteBuffer.allocate(RECORD);
            while (record.remaining() > Long.BYTES) {
                record.put((byte) at).putLong(at);
            }
            record.flip();
            while (record.remaining() > Long.BYTES) {
                sink += record.get() + record.getLong();
            }
        });
    }

    /** Locks and unlocks. */
    static Steps lock() {
        ReentrantLock lock = new ReentrantLock();
        return new Steps(0, 0, at -> {
            lock.lock();
            lock.unlock();
        });
    }

    /** Allocates memory and frees it. */
    static Steps allocate(boolean tracking) {
        track(tracking);
        return new Steps(0, 0, at -> UnsafeApi.freeMemory(UnsafeApi.allocateMemory(BYTES)));
    }

    /** Copies a short record between buffers, and then one of an array. */
    static Steps copy(boolean tracking) {
        track(tracking);
        ByteBuffer record = ByteBuffer.allocateDirect(SHORT_RECORD);
        byte[] array = new byte[2 * BYTES];
        return new Steps(0, SHORT_RECORD, at -> {
            BUFFER.put((int) at, record, 0, SHORT_RECORD);
            System.arraycopy(array, (int) at, array, BYTES, SHORT_RECORD);
        });
    }

    private static void track(boolean tracking) {
        if (tracking) {
            UnsafeApi.putLongRelease(null, Memory.START + Integer.BYTES, 0);
        }
    }

    /** About a million stores per second across a line, with computation in between. */
    static Steps straddling() {
        return new Steps(60, 0, at -> {
            long value = sink;
            for (int k = 0; k < WORK; k++) {
                value = value * 31 + k;
            }
            UnsafeApi.putLongRelease(null, Memory.START + at, value);
            sink = value;
        });
    }

    @Override
    public void run(int times) {
        int offset = 0;
        for (int i = 0; i < times; i++) {
            access.accept(first + offset);
            offset = offset + step & BYTES - 1;
        }
    }

    /** Loaded by those that use it only: Agrona's UnsafeApi has load fences, from which on the agent follows order. */
    private static final class Memory {
        static final long START = UnsafeApi.allocateMemory(2L * BYTES) + 63 & -64;
    }
}
