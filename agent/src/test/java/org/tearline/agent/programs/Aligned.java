// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Makes aligned accesses throughout two pages, and prints how many bytes each has allocated. */
public final class Aligned {
    private static final int ROUNDS = 2_000;
    private static final int PASSES = 20;

    public static void main(String[] arguments) {
        long memory = Memory.pages(2);
        byte[] heap = new byte[64];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        pass(memory, heap);
        // Ends with the first round that allocates nothing: before, the JVM allocates for itself, and what the hooks
        // allocate is not yet removed by C2, whose turn comes late on a busy machine.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < PASSES; i++) {
                pass(memory, heap);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        int accesses = 2 * PAGE / Long.BYTES * 3 + heap.length / Long.BYTES;
        // Two places may share an element of a table, by chance. Then each access to them looks its place up again.
        System.out.println(least / (PASSES * accesses));
    }

    private static void pass(long memory, byte[] heap) {
        for (int offset = 0; offset < 2 * PAGE; offset += Long.BYTES) {
            UNSAFE.putOrderedLong(null, memory + offset, offset);
            UNSAFE.putIntVolatile(null, memory + offset + Integer.BYTES, offset);
            UNSAFE.compareAndSwapLong(null, memory + offset, offset, offset + 1);
        }
        for (int offset = 0; offset < heap.length; offset += Long.BYTES) {
            UNSAFE.getAndAddLong(heap, UNSAFE.arrayBaseOffset(byte[].class) + offset, 1);
        }
    }
}
