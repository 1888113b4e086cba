// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.concurrent.locks.StampedLock;

/** Makes optimistic reads, in turn with writes. */
public final class Optimistic {
    private static final int TIMES = 200;
    private static final long NATIVE = Memory.pages(1) + 60;
    private static final StampedLock LOCK = new StampedLock();
    private static final StampedLock INNER = new StampedLock();
    private static long sum;

    public static void main(String[] arguments) {
        Turns.alternate(TIMES, Optimistic::write, Optimistic::read);
        Turns.alternate(TIMES, Optimistic::nestedWrite, Optimistic::nestedRead);
        Turns.alternate(TIMES, Optimistic::uncheckedWrite, Optimistic::uncheckedRead);
        Turns.alternate(TIMES, Optimistic::unlockedWrite, Optimistic::validatedRead);
        Turns.alternate(TIMES, Optimistic::strayWrite, Optimistic::strayRead);
        System.out.println(sum);
    }

    static void write() {
        long stamp = LOCK.writeLock();
        Memory.UNSAFE.putLong(NATIVE, stamp);
        LOCK.unlockWrite(stamp);
    }

    static void read() {
        long stamp = LOCK.tryOptimisticRead();
        sum += Memory.UNSAFE.getLong(NATIVE);
        check(LOCK.validate(stamp));
    }

    static void nestedWrite() {
        long stamp = INNER.writeLock();
        Memory.UNSAFE.putLong(NATIVE + 64, stamp);
        INNER.unlockWrite(stamp);
    }

    static void nestedRead() {
        long stamp = LOCK.tryOptimisticRead();
        long inner = INNER.tryOptimisticRead();
        sum += Memory.UNSAFE.getLong(NATIVE + 64);
        check(LOCK.validate(stamp) && INNER.validate(inner));
    }

    static void uncheckedWrite() {
        long stamp = LOCK.writeLock();
        Memory.UNSAFE.putLong(NATIVE + 128, stamp);
        LOCK.unlockWrite(stamp);
    }

    static void uncheckedRead() {
        sum += LOCK.tryOptimisticRead() + Memory.UNSAFE.getLong(NATIVE + 128);
    }

    static void unlockedWrite() {
        Memory.UNSAFE.putLong(NATIVE + 192, 1);
    }

    static void validatedRead() {
        long stamp = LOCK.tryOptimisticRead();
        sum += Memory.UNSAFE.getLong(NATIVE + 192);
        check(LOCK.validate(stamp));
    }

    static void strayWrite() {
        long stamp = LOCK.writeLock();
        Memory.UNSAFE.putLong(NATIVE + 256, stamp);
        LOCK.unlockWrite(stamp);
    }

    /** Reads once more afterwards, by the same instruction. */
    static void strayRead() {
        long stamp = LOCK.tryOptimisticRead();
        for (int i = 0; i < 2; i++) {
            sum += Memory.UNSAFE.getLong(NATIVE + 256);
            check(i == 1 || LOCK.validate(stamp));
        }
    }

    private static void check(boolean valid) {
        if (!valid) {
            throw new IllegalStateException("changed");
        }
    }

    private Optimistic() {
    }
}
