// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Exhausts the stack while it copies, allocates and locks. Prints what an agent must not change. */
public final class Deep {
    private static final int ROUNDS = 20;
    private static final long STACK_BYTES = 1 << 19;
    /** Class that rewritten code calls. */
    private static final String CHECK = "java.nio.$TearlineAgent";
    private static final byte[] ARRAY = new byte[16];
    private static ReentrantLock lock = new ReentrantLock();
    private static int broken;
    private static int foreign;

    public static void main(String[] arguments) throws InterruptedException {
        // Copies, allocations and locks are watched from the first misaligned access on.
        UNSAFE.putLongVolatile(null, pages(1) + 60, 1);
        for (int round = 0; round < ROUNDS; round++) {
            for (Runnable action : new Runnable[] {Deep::copy, Deep::allocate, Deep::lock}) {
                Thread thread = new Thread(null, () -> exhaust(action), "deep", STACK_BYTES);
                thread.start();
                thread.join();
            }
        }
        System.out.println(broken + " locks are broken, " + foreign + " errors are of the agent");
    }

    private static void exhaust(Runnable action) {
        try {
            recur(action);
        } catch (StackOverflowError e) {
            List<String> types = Arrays.stream(e.getStackTrace()).map(StackTraceElement::getClassName).toList();
            // The call of a check may exhaust the stack, as may that of any method, but not what the check calls.
            if (types.contains(CHECK) && !types.get(0).equals(CHECK)) {
                foreign++;
            }
        }
        boolean unlocked = lock.toString().endsWith("[Unlocked]");
        if (lock.isLocked() == unlocked) {
            broken++;
        }
        lock = new ReentrantLock();
    }

    private static void recur(Runnable action) {
        action.run();
        recur(action);
    }

    private static void copy() {
        System.arraycopy(ARRAY, 0, ARRAY, 8, 8);
    }

    private static void allocate() {
        UNSAFE.freeMemory(UNSAFE.allocateMemory(8));
    }

    private static void lock() {
        lock.lock();
        lock.unlock();
    }
}
