// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.reflect.Field;
import java.nio.Buffer;
import sun.misc.Unsafe;

/** Unsafe, and native memory that begins with a page. Thread-safe. */
final class Memory {
    static final Unsafe UNSAFE = unsafe();
    static final int PAGE = UNSAFE.pageSize();

    private Memory() {
    }

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

    /** The address of the first of several pages of zeros, never freed: the program is short. */
    static long pages(int count) {
        long bytes = (count + 1L) * PAGE;
        long address = UNSAFE.allocateMemory(bytes);
        UNSAFE.setMemory(address, bytes, (byte) 0);
        return address + PAGE - 1 & -PAGE;
    }
}
