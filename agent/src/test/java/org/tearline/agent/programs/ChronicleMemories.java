// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.reflect.Constructor;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * What the two memories of Chronicle-Core make of a compare-and-set of an int that succeeds: the one for x86, and the
 * one for Arm, which is another class of the library and runs here, too. A line each: name, offset, outcome.
 */
public final class ChronicleMemories {
    private static final int LINE = 64;
    private static final int[] OFFSETS = {0, 2, 60, 61, 62, 63};

    private ChronicleMemories() {
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Constructor<?> arm = Class.forName(UnsafeMemory.class.getName() + "$ARMMemory").getDeclaredConstructor();
        arm.setAccessible(true);
        UnsafeMemory usual = UnsafeMemory.INSTANCE;
        long raw = usual.allocate(2 * LINE + LINE);
        long base = (raw + LINE - 1) / LINE * LINE;
        for (UnsafeMemory memory : new UnsafeMemory[] {usual, (UnsafeMemory) arm.newInstance()}) {
            for (int offset : OFFSETS) {
                System.out.println(memory.getClass().getSimpleName() + " " + offset + " "
                    + outcome(memory, base + offset));
            }
        }
        usual.freeMemory(raw, 2 * LINE + LINE);
    }

    private static String outcome(UnsafeMemory memory, long address) {
        memory.writeInt(address, 0);
        try {
            return String.valueOf(memory.compareAndSwapInt(address, 0, 1));
        } catch (AssertionError e) {
            return e.getClass().getSimpleName();
        }
    }
}
