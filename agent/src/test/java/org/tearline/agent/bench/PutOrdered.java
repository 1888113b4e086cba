// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Bare ordered stores at addresses that the compiler cannot know: the check has nothing to hide behind. */
final class PutOrdered implements Workload {
    private static final int SLOTS = 64;

    private final Unsafe unsafe = unsafe();
    private final long memory;
    private final int step;

    private PutOrdered(int first, int step) {
        this.memory = (unsafe.allocateMemory(2L * SLOTS * Long.BYTES) + 63 & -64) + first;
        this.step = step;
    }

    static PutOrdered aligned() {
        return new PutOrdered(0, 3 * Long.BYTES);
    }

    static PutOrdered insideLines() {
        return new PutOrdered(4, 64);
    }

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
            offset = offset + step & SLOTS * Long.BYTES - 1;
        }
    }
}
