// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Page-aligned native memory. Thread-safe. */
final class Memory {
    private static final Unsafe UNSAFE = unsafe();
    private static final int PAGE = UNSAFE.pageSize();

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

    /** Returns the address of a zeroed page, which is never freed because the JVM is short-lived. */
    static long page() {
        long address = UNSAFE.allocateMemory(3L * PAGE);
        UNSAFE.setMemory(address, 3L * PAGE, (byte) 0);
        return address + PAGE - 1 & -PAGE;
    }

    static void put(long address) {
        UNSAFE.putOrderedLong(null, address, 1);
    }

    static void put(byte[] bytes, int index) {
        UNSAFE.putOrderedLong(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET + index, 1);
    }
}
