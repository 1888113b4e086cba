// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.trial.Memory;

/**
 * Whole pages of one kind of memory, and how they are reached.
 *
 * @param base     what the accesses of this memory count positions from: a buffer, an array or a view; null for an
 *                 address
 * @param position the first byte as the accesses take it: an address, an index, or an offset in an array
 * @param address  of the first byte: the start of a page
 * @param owner    what must stay reachable for as long as the bytes are used; a block to free for raw memory, an arena
 *                 to close for a segment
 */
record Pages(Object base, long position, long address, Object owner) implements AutoCloseable {

    /** Memory that the JVM does not manage, to be freed by its address. */
    private record Block(long address) {
    }

    /** So many collections bring an array to where it stays; more would not help. */
    private static final int MAX_COLLECTIONS = 10;
    private static final long MARK = 0x5ca1ab1e_0ddba11L;

    /** File is what is mapped, for mapped memory only. */
    static Pages take(Memory memory, long bytes, int pageBytes, Path file) throws IOException {
        return switch (memory) {
            case UNSAFE -> {
                long block = UnsafeApi.allocateMemory(bytes + pageBytes);
                long first = block + pageBytes - 1 & -pageBytes;
                yield new Pages(null, first, first, new Block(block));
            }
            case DIRECT -> {
                UnsafeBuffer buffer = new UnsafeBuffer(direct(bytes, pageBytes));
                yield new Pages(buffer, 0, buffer.addressOffset(), buffer);
            }
            case BYTEBUFFER -> {
                ByteBuffer buffer = direct(bytes, pageBytes);
                yield new Pages(buffer, 0, new UnsafeBuffer(buffer).addressOffset(), buffer);
            }
            case HEAP -> onHeap(bytes, pageBytes);
            case HEAPVIEW -> throw new IllegalArgumentException(memory + " is no longer tried");
            case SEGMENT -> Segments.take(bytes, pageBytes);
            case MAPPED -> {
                MappedByteBuffer buffer = map(file, bytes);
                long address = new UnsafeBuffer(buffer).addressOffset();
                yield new Pages(null, address, address, buffer);
            }
        };
    }

    /** A collection may move an array. */
    boolean inPlace() {
        return !(owner instanceof byte[] array) || address == addressOf(array) + position;
    }

    @Override
    public void close() {
        if (owner instanceof Block block) {
            UnsafeApi.freeMemory(block.address);
        } else if (owner instanceof AutoCloseable arena) {
            Segments.close(arena);
        }
    }

    private static ByteBuffer direct(long bytes, int pageBytes) {
        return ByteBuffer.allocateDirect((int) bytes + pageBytes).alignedSlice(pageBytes)
            .order(ByteOrder.nativeOrder());
    }

    /** An array that was collected until it no longer moves; fails if this JVM does not show where its objects are. */
    private static Pages onHeap(long bytes, int pageBytes) {
        byte[] array = new byte[(int) bytes + pageBytes];
        long before = 0;
        for (int i = 0; addressOf(array) != before; i++) {
            if (i == MAX_COLLECTIONS) {
                throw new IllegalStateException("an array on the heap moves with every collection");
            }
            before = addressOf(array);
            System.gc();
        }
        long start = addressOf(array);
        long first = start + UnsafeApi.arrayBaseOffset(byte[].class) + pageBytes - 1 & -pageBytes;
        Pages pages = new Pages(array, first - start, first, array);
        UnsafeApi.putLong(array, pages.position, MARK);
        if (UnsafeApi.getLong(first) != MARK) {
            throw new IllegalStateException("an array on the heap is not where its reference points");
        }
        return pages;
    }

    /** Without compressed references, and with a collector that does not colour them, a reference is an address. */
    private static long addressOf(byte[] array) {
        if (UnsafeApi.arrayIndexScale(Object[].class) != Long.BYTES) {
            throw new IllegalStateException("the address of an array needs a JVM with -XX:-UseCompressedOops");
        }
        return UnsafeApi.getLong(new Object[] {array}, UnsafeApi.arrayBaseOffset(Object[].class));
    }

    private static MappedByteBuffer map(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        }
    }
}
