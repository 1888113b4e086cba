// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.kernel.ReadTally;
import org.tearline.memory.View;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;

/**
 * Loops of reads, as one would write them for a single API, width and mode, to compare the specialised loops with.
 * They take the same steps without a stressor, so the difference is what choosing an access costs. Not thread-safe.
 */
final class HandWrittenReads {
    private static final VarHandle BUFFER_LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle ARRAY_LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private HandWrittenReads() {
    }

    /** Reads so many times. */
    @FunctionalInterface
    interface Reader {
        int run(Object base, long position, int count, ReadTally tally);
    }

    /** The loop of volatile reads, of plain ones where the API has no others; null if nobody wrote one. */
    static Reader reader(Memory memory, Width width, boolean plain) {
        return switch (memory) {
            case UNSAFE, MAPPED, HEAP -> width == Width.LONG ? HandWrittenReads::getLongs
                : width == Width.INT ? HandWrittenReads::getInts : HandWrittenReads::getShorts;
            case DIRECT -> width == Width.LONG ? HandWrittenReads::getFromAgrona : null;
            case BYTEBUFFER -> width == Width.LONG ? HandWrittenReads::getInBuffer : null;
            case HEAPVIEW -> width != Width.LONG ? null : plain ? HandWrittenReads::getPlainInArray
                : HandWrittenReads::getInArray;
            case SEGMENT -> null;
        };
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
