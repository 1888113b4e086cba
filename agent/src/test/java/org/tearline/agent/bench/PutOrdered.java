// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Bare ordered stores at aligned addresses that the compiler cannot know: the check has nothing to hide behind. */
final class PutOrdered implements Workload {
    private static final int SLOTS = 64;

    private final Unsafe unsafe = unsafe();
    private final long memory = unsafe.allocateMemory(2L * SLOTS * Long.BYTES) + Long.BYTES - 1 & -Long.BYTES;

    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void run(int times) {
        long offset = 0;
        for (int i = 0; i < times; i++) {
            unsafe.putOrderedLong(null, memory + offset, i);
            offset = offset + 3 * Long.BYTES & SLOTS * Long.BYTES - 1;
        }
    }
}
