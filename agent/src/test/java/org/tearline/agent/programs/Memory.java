// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.reflect.Field;
import java.nio.Buffer;
import sun.misc.Unsafe;

/** Unsafe and page-aligned native memory. Thread-safe. */
public final class Memory {
    public static final Unsafe UNSAFE = unsafe();
    static final int PAGE = UNSAFE.pageSize();

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("deprecation")
    static long address(Buffer buffer) {
        try {
            return UNSAFE.getLong(buffer, UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address")));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the address of zeroed pages, which are never freed. */
    static long pages(int count) {
        long bytes = (count + 1L) * PAGE;
        long address = UNSAFE.allocateMemory(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address + PAGE - 1 & -PAGE;
    }
}
