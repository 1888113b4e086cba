// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Expected.TIMES;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.direct;
import static org.tearline.agent.programs.Memory.pages;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads copy arrays of numbers to and from misaligned places in turn. Nothing accesses a single number. */
public final class Rows {
    private static final int PLACE = 52;
    private static final int BYTES = 128;
    private static final LongBuffer DIRECT = longs(direct(BYTES));
    private static final LongBuffer HEAP = longs(ByteBuffer.allocate(BYTES));
    private static final long NATIVE = pages(1);
    private static final ByteBuffer ALIGNED = direct(BYTES);
    private static final int[] NUMBERS = {1, 2};
    private static final byte[] RECORD_BYTES = new byte[21];
    private static final ByteBuffer RECORD = ByteBuffer.wrap(RECORD_BYTES);
    private static final byte[] ARRAY = new byte[8 * BYTES];
    private static final ByteBuffer LOCKED = ByteBuffer.allocateDirect(BYTES);
    private static final ByteBuffer BESIDE = ByteBuffer.allocateDirect(BYTES);
    private static final ByteBuffer[] MAPPED = Memory.mapTwice("rows");
    private static final Lock LOCK = new ReentrantLock();

    public static void main(String[] arguments) throws Exception {
        Expected.alternate("8 at 52,60 unordered", () -> DIRECT.put(0, new long[] {1, 2}),
            () -> DIRECT.get(0, new long[2]));
        Expected.alternate("8 at 4 unordered", () -> HEAP.put(0, new long[] {1, 2}),
            () -> HEAP.get(0, new long[2]));
        Expected.alternate("4 at 58,62 unordered",
            () -> UNSAFE.copyMemory(NUMBERS, sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET, null, NATIVE + 58, 8),
            () -> UNSAFE.copyMemory(null, NATIVE + 58, new int[2], sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET, 8));
        Turns.alternate(TIMES, () -> ALIGNED.asIntBuffer().put(1, NUMBERS),
            () -> ALIGNED.asIntBuffer().get(1, NUMBERS));
        packed();
        // The bytes before and after the record are copied.
        Turns.alternate(TIMES, () -> BESIDE.put(60, RECORD, 0, RECORD.capacity()),
            () -> BESIDE.get(0, new byte[60]).get(60 + RECORD.capacity(), new byte[16]));
    }

    /** Copies a packed record, whose values are accessed in its copies only, also several records at once. */
    private static void packed() throws Exception {
        Turns.alternate(TIMES, () -> ALIGNED.put(60, RECORD, 0, RECORD.capacity()),
            () -> ByteBuffer.allocateDirect(BYTES).put(ALIGNED.duplicate().limit(BYTES).position(8)));
        Turns.alternate(TIMES, () -> System.arraycopy(RECORD_BYTES, 0, ARRAY, 60, RECORD_BYTES.length),
            () -> System.arraycopy(ARRAY, 60, new byte[RECORD_BYTES.length], 0, RECORD_BYTES.length));
        // The same bytes of a file are at two addresses.
        Turns.alternate(TIMES, () -> MAPPED[0].put(60, RECORD_BYTES),
            () -> MAPPED[1].get(60, new byte[RECORD_BYTES.length]));
        Turns.alternate(TIMES, () -> Locking.locked(LOCK, () -> LOCKED.put(60, RECORD, 0, RECORD.capacity())),
            () -> Locking.locked(LOCK, () -> ByteBuffer.allocateDirect(BYTES).put(LOCKED.duplicate())));
    }

    private static LongBuffer longs(ByteBuffer memory) {
        return memory.position(PLACE).slice().order(ByteOrder.nativeOrder()).asLongBuffer();
    }
}
