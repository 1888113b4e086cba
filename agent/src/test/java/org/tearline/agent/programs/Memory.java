// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import sun.misc.Unsafe;

/** Unsafe and page-aligned native memory. Thread-safe. */
public final class Memory {
    public static final Unsafe UNSAFE = (Unsafe) checked(() -> unsafe(Unsafe.class));
    static final int PAGE = UNSAFE.pageSize();

    static final VarHandle ARRAY_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle BUFFER_LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** Returns what a call returns that must not fail. */
    static <T> T checked(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param type one of the two classes of this name */
    static Object unsafe(Class<?> type) throws ReflectiveOperationException {
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return field.get(null);
    }

    @SuppressWarnings("deprecation")
    static long address(Buffer buffer) {
        return UNSAFE.getLong(buffer,
            checked(() -> UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"))));
    }

    /** Returns a direct buffer that starts at a page. */
    static ByteBuffer direct(int bytes) {
        // The slice also ends at the last page boundary.
        return ByteBuffer.allocateDirect(bytes + 2 * PAGE).alignedSlice(PAGE).slice(0, bytes)
            .order(ByteOrder.nativeOrder());
    }

    /** Maps the first page of a file, creating it if necessary. */
    static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE);
        }
    }

    /** Maps the first page of a file of this name twice. */
    static ByteBuffer[] mapTwice(String file) {
        return checked(() -> new ByteBuffer[] {map(Path.of(file)), map(Path.of(file))});
    }

    /** Returns the address of zeroed pages, which are never freed. */
    static long pages(int count) {
        long bytes = (count + 1L) * PAGE;
        long address = UNSAFE.allocateMemory(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address + PAGE - 1 & -PAGE;
    }
}
