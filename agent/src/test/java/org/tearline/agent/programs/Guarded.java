// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two threads access thousands of values under one lock, again and again. In a late round, one thread accesses three of
 * the values without it, at the same line of code, and three others at another line. The lock is taken so often that it
 * orders these accesses as well.
 */
public final class Guarded {
    private static final int VALUES = 5_000;
    private static final int ROUNDS = 12;
    private static final int LATE = 8;
    private static final List<Integer> SAME_LINE = List.of(7, 207, 407);
    private static final List<Integer> OTHER_LINE = List.of(8, 208, 408);
    private static final int LINE = 64;
    private static final long MEMORY = Memory.pages(1 + VALUES * LINE / Memory.PAGE);
    private static final Lock LOCK = new ReentrantLock();
    private static long sum;

    public static void main(String[] arguments) throws InterruptedException {
        Thread reader = new Thread(Guarded::readAll);
        reader.start();
        writeAll();
        reader.join();
        System.out.println(sum);
    }

    private static void writeAll() {
        for (int i = 0; i < ROUNDS * VALUES; i++) {
            int value = i % VALUES;
            boolean late = i / VALUES == LATE;
            if (late && SAME_LINE.contains(value)) {
                write(value);
            } else if (late && OTHER_LINE.contains(value)) {
                otherWrite(value);
            } else {
                lockedWrite(value);
            }
        }
    }

    private static void lockedWrite(int value) {
        LOCK.lock();
        try {
            write(value);
        } finally {
            LOCK.unlock();
        }
    }

    private static void write(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * value + 60, 1);
    }

    private static void otherWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * value + 60, 1);
    }

    private static void readAll() {
        for (int i = 0; i < ROUNDS * VALUES; i++) {
            LOCK.lock();
            try {
                read(i % VALUES);
            } finally {
                LOCK.unlock();
            }
        }
    }

    private static void read(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * value + 60);
    }

    private Guarded() {
    }
}
