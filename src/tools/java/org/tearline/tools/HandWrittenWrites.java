// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.kernel.WriteTally;
import org.tearline.memory.View;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;

/**
 * Loops of stores, as one would write them for a single API, width and mode, to compare the specialised loops with.
 * They take the same steps without a stressor, so the difference is what choosing an access costs. Not thread-safe.
 */
final class HandWrittenWrites {
    private static final VarHandle BUFFER_LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle ARRAY_LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private HandWrittenWrites() {
    }

    /** Stores so many values of a table. */
    @FunctionalInterface
    interface Writer {
        void run(Object base, long position, long[] table, int count, WriteTally tally);
    }

    /** The loop of ordered stores, of plain ones where the API has no others; null if nobody wrote one. */
    static Writer writer(Memory memory, Width width, boolean plain) {
        return switch (memory) {
            case UNSAFE, MAPPED, HEAP -> width == Width.LONG ? HandWrittenWrites::putLongs
                : width == Width.INT ? HandWrittenWrites::putInts : HandWrittenWrites::putShorts;
            case DIRECT -> width == Width.LONG ? HandWrittenWrites::putIntoAgrona : null;
            case BYTEBUFFER -> width == Width.LONG ? HandWrittenWrites::setInBuffer : null;
            case HEAPVIEW -> width != Width.LONG ? null : plain ? HandWrittenWrites::setPlainInArray
                : HandWrittenWrites::setInArray;
            case SEGMENT -> null;
        };
    }

    static void putVolatileLongs(Object base, long position, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putLongVolatile(base, position, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void putLongs(Object base, long position, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putLongRelease(base, position, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void putInts(Object base, long position, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putIntRelease(base, position, (int) table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void putShorts(Object base, long position, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putShortRelease(base, position, (short) table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void putIntoAgrona(Object base, long position, long[] table, int count, WriteTally tally) {
        UnsafeBuffer buffer = (UnsafeBuffer) base;
        int index = (int) position;
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            buffer.putLongRelease(index, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void setInBuffer(Object base, long position, long[] table, int count, WriteTally tally) {
        ByteBuffer buffer = (ByteBuffer) base;
        int index = (int) position;
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            BUFFER_LONGS.setRelease(buffer, index, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void setInArray(Object base, long position, long[] table, int count, WriteTally tally) {
        byte[] array = (byte[]) ((View) base).bytes();
        int index = (int) position;
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            ARRAY_LONGS.setRelease(array, index, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    private static void setPlainInArray(Object base, long position, long[] table, int count, WriteTally tally) {
        byte[] array = (byte[]) ((View) base).bytes();
        int index = (int) position;
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            ARRAY_LONGS.set(array, index, table[next]);
            VarHandle.releaseFence();
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }
}
