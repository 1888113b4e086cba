// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntConsumer;

/**
 * Two threads access thousands of values under locks, again and again. In a late round, one thread accesses three of
 * the first values without the lock, at the same line of code, and three others at another line. The lock is taken so
 * often that it orders these accesses as well. The later values are too many to be tracked.
 */
public final class Guarded {
    private static final int VALUES = 5_000;
    private static final int ROUNDS = 12;
    private static final int LATE = 8;
    private static final List<Integer> SAME_LINE = List.of(7, 207, 407);
    private static final List<Integer> OTHER_LINE = List.of(8, 208, 408);
    private static final int LINE = 64;
    private static final long MEMORY = Memory.pages(1 + 3 * VALUES * LINE / Memory.PAGE);
    private static final Lock LOCK = new ReentrantLock();
    /** Both threads await each other after their first round, so that both have accessed every value. */
    private static final Phaser FIRST = new Phaser(2);
    private static final ReadWriteLock READ_WRITE = new ReentrantReadWriteLock();
    private static long sum;

    public static void main(String[] arguments) throws InterruptedException {
        together(() -> rounds(Guarded::writeSometimesWithoutLock), () -> all(LOCK, Guarded::read));
        together(() -> all(READ_WRITE.writeLock(), Guarded::sharedWrite),
            () -> all(READ_WRITE.readLock(), Guarded::sharedRead));
        together(() -> all(READ_WRITE.readLock(), Guarded::mistakenWrite),
            () -> all(READ_WRITE.readLock(), Guarded::mistakenRead));
        System.out.println(sum);
    }

    /** An access in a round. */
    private interface Access {
        void to(int round, int value);
    }

    private static void together(Runnable one, Runnable other) throws InterruptedException {
        Thread thread = new Thread(one);
        thread.start();
        other.run();
        thread.join();
    }

    private static void all(Lock lock, IntConsumer access) {
        rounds((round, value) -> locked(lock, access, value));
    }

    private static void rounds(Access access) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int value = 0; value < VALUES; value++) {
                access.to(round, value);
            }
            if (round == 0) {
                FIRST.arriveAndAwaitAdvance();
            }
        }
    }

    private static void writeSometimesWithoutLock(int round, int value) {
        if (round == LATE && SAME_LINE.contains(value)) {
            write(value);
        } else if (round == LATE && OTHER_LINE.contains(value)) {
            otherWrite(value);
        } else {
            locked(LOCK, Guarded::write, value);
        }
    }

    private static void locked(Lock lock, IntConsumer access, int value) {
        lock.lock();
        try {
            access.accept(value);
        } finally {
            lock.unlock();
        }
    }

    static void write(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * value + 60, 1);
    }

    private static void otherWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * value + 60, 1);
    }

    static void read(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * value + 60);
    }

    static void sharedWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * (VALUES + value) + 60, 1);
    }

    static void sharedRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * (VALUES + value) + 60);
    }

    /** Takes the wrong lock. */
    static void mistakenWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * (2 * VALUES + value) + 60, 1);
    }

    static void mistakenRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * (2 * VALUES + value) + 60);
    }

    private Guarded() {
    }
}
