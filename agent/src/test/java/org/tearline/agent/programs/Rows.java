// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** Two threads copy arrays of numbers to and from misaligned places in turn. Nothing accesses a single number. */
public final class Rows {
    private static final int TIMES = 20;
    private static final int PLACE = 52;
    private static final int BYTES = 128;
    private static final LongBuffer DIRECT = longs(ByteBuffer.allocateDirect(BYTES + 64).alignedSlice(64));
    private static final LongBuffer HEAP = longs(ByteBuffer.allocate(BYTES));
    private static final long NATIVE = Memory.pages(1);
    private static final ByteBuffer ALIGNED = ByteBuffer.allocateDirect(BYTES + 64).alignedSlice(64);
    private static final int[] NUMBERS = {1, 2};

    public static void main(String[] arguments) throws Exception {
        Turns.alternate(TIMES, Rows::directWrite, Rows::directRead);
        Turns.alternate(TIMES, Rows::heapWrite, Rows::heapRead);
        Turns.alternate(TIMES, Rows::unsafeWrite, Rows::unsafeRead);
        Turns.alternate(TIMES, Rows::alignedWrite, Rows::alignedRead);
    }

    private static LongBuffer longs(ByteBuffer memory) {
        return memory.position(PLACE).slice().order(ByteOrder.nativeOrder()).asLongBuffer();
    }

    static void directWrite() {
        DIRECT.put(0, new long[] {1, 2});
    }

    static void directRead() {
        DIRECT.get(0, new long[2]);
    }

    static void heapWrite() {
        HEAP.put(0, new long[] {1, 2});
    }

    static void heapRead() {
        HEAP.get(0, new long[2]);
    }

    static void unsafeWrite() {
        Memory.UNSAFE.copyMemory(NUMBERS, sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET, null, NATIVE + 58, 8);
    }

    static void unsafeRead() {
        Memory.UNSAFE.copyMemory(null, NATIVE + 58, new int[2], sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET, 8);
    }

    static void alignedWrite() {
        ALIGNED.asIntBuffer().put(1, NUMBERS);
    }

    static void alignedRead() {
        ALIGNED.asIntBuffer().get(1, NUMBERS);
    }

    private Rows() {
    }
}
