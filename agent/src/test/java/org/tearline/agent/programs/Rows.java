// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

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
    private static final byte[] RECORD_BYTES = new byte[21];
    private static final ByteBuffer RECORD = ByteBuffer.wrap(RECORD_BYTES);
    private static final byte[] ARRAY = new byte[8 * BYTES];
    private static final ByteBuffer LOCKED = ByteBuffer.allocateDirect(BYTES);
    private static final ByteBuffer BESIDE = ByteBuffer.allocateDirect(BYTES);
    private static final MappedByteBuffer[] MAPPED = mapTwice();
    private static final Lock LOCK = new ReentrantLock();

    public static void main(String[] arguments) throws Exception {
        Turns.alternate(TIMES, Rows::directWrite, Rows::directRead);
        Turns.alternate(TIMES, Rows::heapWrite, Rows::heapRead);
        Turns.alternate(TIMES, Rows::unsafeWrite, Rows::unsafeRead);
        Turns.alternate(TIMES, Rows::alignedWrite, Rows::alignedRead);
        Turns.alternate(TIMES, Rows::packedWrite, Rows::packedRead);
        Turns.alternate(TIMES, Rows::arrayWrite, Rows::arrayRead);
        Turns.alternate(TIMES, Rows::mappedWrite, Rows::mappedRead);
        Turns.alternate(TIMES, Rows::lockedWrite, Rows::lockedRead);
        Turns.alternate(TIMES, Rows::besideWrite, Rows::besideRead);
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

    /** Copies a packed record, whose values are accessed in its copies only. */
    static void packedWrite() {
        ALIGNED.put(60, RECORD, 0, RECORD.capacity());
    }

    /** Copies several records at once. */
    static void packedRead() {
        ByteBuffer.allocateDirect(BYTES).put(ALIGNED.duplicate().limit(BYTES).position(8));
    }

    static void arrayWrite() {
        System.arraycopy(RECORD_BYTES, 0, ARRAY, 60, RECORD_BYTES.length);
    }

    static void arrayRead() {
        System.arraycopy(ARRAY, 60, new byte[RECORD_BYTES.length], 0, RECORD_BYTES.length);
    }

    private static MappedByteBuffer[] mapTwice() {
        try {
            Path path = Files.createTempFile("rows", null);
            path.toFile().deleteOnExit();
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new MappedByteBuffer[] {file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES),
                    file.map(FileChannel.MapMode.READ_ONLY, 0, BYTES)};
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void mappedWrite() {
        MAPPED[0].put(60, RECORD_BYTES);
    }

    /** Reads the same bytes of the file at another address. */
    static void mappedRead() {
        MAPPED[1].get(60, new byte[RECORD_BYTES.length]);
    }

    static void lockedWrite() {
        locked(() -> LOCKED.put(60, RECORD, 0, RECORD.capacity()));
    }

    static void lockedRead() {
        locked(() -> ByteBuffer.allocateDirect(BYTES).put(LOCKED.duplicate()));
    }

    private static void locked(Runnable copy) {
        LOCK.lock();
        try {
            copy.run();
        } finally {
            LOCK.unlock();
        }
    }

    static void besideWrite() {
        BESIDE.put(60, RECORD, 0, RECORD.capacity());
    }

    /** Copies the bytes before and after the record. */
    static void besideRead() {
        BESIDE.get(0, new byte[60]).get(60 + RECORD.capacity(), new byte[16]);
    }

    private Rows() {
    }
}
