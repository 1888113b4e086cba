// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.kernel.ReadTally;
import org.tearline.kernel.WriteTally;
import org.tearline.memory.View;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;

/**
 * The kernel's loops without a stressor, as one would write them for a single API, width and mode:
 * what the specialised loops are set beside. They take the same steps, so the difference is what the choice of an
 * access costs. Not thread-safe.
 */
final class HandWrittenLoops {
    private static final VarHandle BUFFER_LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle ARRAY_LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private HandWrittenLoops() {
    }

    /** Stores so many values of a table. */
    @FunctionalInterface
    interface Writer {
        void run(Object base, long position, long[] table, int count, WriteTally tally);
    }

    /** Reads so many times. */
    @FunctionalInterface
    interface Reader {
        int run(Object base, long position, int count, ReadTally tally);
    }

    /** The loop of ordered stores, of plain ones where the API has no others; null if nobody wrote one. */
    static Writer writer(Memory memory, Width width, boolean plain) {
        return switch (memory) {
            case UNSAFE, MAPPED, HEAP -> width == Width.LONG ? HandWrittenLoops::putLongs
                : width == Width.INT ? HandWrittenLoops::putInts : HandWrittenLoops::putShorts;
            case DIRECT -> width == Width.LONG ? HandWrittenLoops::putIntoAgrona : null;
            case BYTEBUFFER -> width == Width.LONG ? HandWrittenLoops::setInBuffer : null;
            case HEAPVIEW -> width != Width.LONG ? null : plain ? HandWrittenLoops::setPlainInArray
                : HandWrittenLoops::setInArray;
            case SEGMENT -> null;
        };
    }

    /** The loop of volatile reads, of plain ones where the API has no others; null if nobody wrote one. */
    static Reader reader(Memory memory, Width width, boolean plain) {
        return switch (memory) {
            case UNSAFE, MAPPED, HEAP -> width == Width.LONG ? HandWrittenLoops::getLongs
                : width == Width.INT ? HandWrittenLoops::getInts : HandWrittenLoops::getShorts;
            case DIRECT -> width == Width.LONG ? HandWrittenLoops::getFromAgrona : null;
            case BYTEBUFFER -> width == Width.LONG ? HandWrittenLoops::getInBuffer : null;
            case HEAPVIEW -> width != Width.LONG ? null : plain ? HandWrittenLoops::getPlainInArray
                : HandWrittenLoops::getInArray;
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

    private static int getLongs(Object base, long position, int count, ReadTally tally) {
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = UnsafeApi.getLongVolatile(base, position);
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getInts(Object base, long position, int count, ReadTally tally) {
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = UnsafeApi.getIntVolatile(base, position);
            if (seen != last) {
                changes++;
                if (seen != Integer.rotateLeft((int) seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getShorts(Object base, long position, int count, ReadTally tally) {
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = UnsafeApi.getShortVolatile(base, position);
            if (seen != last) {
                changes++;
                if (seen != Short.reverseBytes((short) seen)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getFromAgrona(Object base, long position, int count, ReadTally tally) {
        UnsafeBuffer buffer = (UnsafeBuffer) base;
        int index = (int) position;
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = buffer.getLongVolatile(index);
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getInBuffer(Object base, long position, int count, ReadTally tally) {
        ByteBuffer buffer = (ByteBuffer) base;
        int index = (int) position;
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = (long) BUFFER_LONGS.getVolatile(buffer, index);
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getInArray(Object base, long position, int count, ReadTally tally) {
        byte[] array = (byte[]) ((View) base).bytes();
        int index = (int) position;
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = (long) ARRAY_LONGS.getVolatile(array, index);
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }

    private static int getPlainInArray(Object base, long position, int count, ReadTally tally) {
        byte[] array = (byte[]) ((View) base).bytes();
        int index = (int) position;
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = (long) ARRAY_LONGS.get(array, index);
            VarHandle.acquireFence();
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
        return kept;
    }
}
