// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.concurrent.Phaser;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Two threads access values under monitors, in turn and some thousand at a time. Most values are too many to be
 * tracked. Each method accesses values of its own, or of the method with the same name before the last word. What is
 * true of them is in the test.
 */
public final class Monitored {
    private static final int VALUES = 20_000;
    private static final int BATCH = 1_000;
    private static final int ROUNDS = 4;
    /** The value that is once accessed without a monitor. */
    private static final int STRAY = 15_500;
    private static final int NONE = -1;
    private static final int LINE = 64;
    private static final long MEMORY = Memory.pages(1 + 5 * VALUES * LINE / Memory.PAGE);
    private static final Object MONITOR = new Object();
    private static final Object[] RECORDS = IntStream.range(0, VALUES).mapToObj(i -> new Object()).toArray();
    private static final Phaser TURN = new Phaser(2);
    private static long sum;

    public static void main(String[] arguments) throws InterruptedException {
        together(value -> MONITOR, Monitored::write, NONE, Monitored::read, NONE);
        together(value -> MONITOR, Monitored::strayWrite, STRAY, Monitored::guardedRead, NONE);
        together(value -> MONITOR, Monitored::guardedWrite, NONE, Monitored::strayRead, STRAY);
        together(value -> RECORDS[value], Monitored::recordWrite, NONE, Monitored::recordRead, NONE);
        together(value -> RECORDS[value], Monitored::strayRecordWrite, STRAY, Monitored::otherRecordRead, NONE);
        System.out.println(sum);
    }

    /** An access to a value. */
    private interface Access {
        void to(int value);
    }

    private static void together(IntFunction<Object> monitors, Access write, int strayWrite, Access read,
                                 int strayRead) throws InterruptedException {
        Thread thread = new Thread(() -> inTurn(0, monitors, write, strayWrite));
        thread.start();
        inTurn(1, monitors, read, strayRead);
        thread.join();
    }

    /** @param turn 0 for the thread that comes first in each round, 1 for the other */
    private static void inTurn(int turn, IntFunction<Object> monitors, Access access, int stray) {
        for (int from = 0; from < VALUES; from += BATCH) {
            for (int round = 0; round < 2 * ROUNDS; round++) {
                for (int value = from; round % 2 == turn && value < from + BATCH; value++) {
                    if (value == stray && round / 2 == ROUNDS - 2) {
                        access.to(value);
                    } else {
                        under(monitors.apply(value), access, value);
                    }
                }
                TURN.arriveAndAwaitAdvance();
            }
        }
    }

    private static void under(Object monitor, Access access, int value) {
        synchronized (monitor) {
            access.to(value);
        }
    }

    static void write(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + (long) LINE * value + 60, 1);
    }

    static void read(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + (long) LINE * value + 60);
    }

    static void strayWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + (long) LINE * (VALUES + value) + 60, 1);
    }

    static void guardedRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + (long) LINE * (VALUES + value) + 60);
    }

    static void guardedWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * (4L * VALUES + value) + 60, 1);
    }

    static void strayRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * (4L * VALUES + value) + 60);
    }

    static void recordWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * (2L * VALUES + value) + 60, 1);
    }

    static void recordRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * (2L * VALUES + value) + 60);
    }

    static void strayRecordWrite(int value) {
        Memory.UNSAFE.putOrderedLong(null, MEMORY + LINE * (3L * VALUES + value) + 60, 1);
    }

    static void otherRecordRead(int value) {
        sum += Memory.UNSAFE.getLongVolatile(null, MEMORY + LINE * (3L * VALUES + value) + 60);
    }

    private Monitored() {
    }
}
