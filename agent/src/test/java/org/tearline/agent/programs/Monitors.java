// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/**
 * Passes values on through monitors. A second method, whose name starts with "other", takes another monitor. With an
 * argument, exhausts the stack in monitors instead.
 */
public final class Monitors {
    private static final int TIMES = 100;
    private static final Object THERE = new Object();
    private static final Object BACK = new Object();
    private static final Cell CELL = new Cell();
    private static final Cell OTHER_CELL = new Cell();
    private static long there;
    private static long back;

    private static final Way BLOCK = new Way(Monitors::set, Monitors::get, Monitors::setBack, Monitors::getBack);
    private static final Way METHOD = new Way(v -> CELL.set(v), () -> CELL.get(), v -> OTHER_CELL.set(v),
        () -> OTHER_CELL.get());
    private static final Way STATIC_METHOD = new Way(v -> One.set(v), () -> One.get(), v -> Two.set(v),
        () -> Two.get());
    private static final Way THROWN = new Way(v -> caught(CELL, v), () -> CELL.get(), v -> caught(OTHER_CELL, v),
        () -> OTHER_CELL.get());
    private static final Way WAITING = new Way(Monitors::set, Monitors::awaited, Monitors::setBack,
        Monitors::awaitedBack);
    private static final Way UNGUARDED = Way.toMiss(v -> CELL.set(v), () -> CELL.unguarded());

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            unlockAll();
            return;
        }
        Turns.together(() -> block(true), () -> block(false));
        Turns.together(() -> method(true), () -> method(false));
        Turns.together(() -> staticMethod(true), () -> staticMethod(false));
        CELL.set(0);
        OTHER_CELL.set(0);
        Turns.together(() -> thrown(true), () -> thrown(false));
        there = 0;
        back = 0;
        Turns.together(() -> waiting(true), () -> waiting(false));
        for (int i = 0; i < 3; i++) {
            otherBlock(true);
            otherMethod(true);
            otherStaticMethod(true);
            otherThrown(true);
            unguarded(true);
            Turns.inTurn(() -> otherBlock(false), () -> otherMethod(false), () -> otherStaticMethod(false),
                () -> otherThrown(false), () -> unguarded(false));
        }
        System.out.println(Way.sum());
    }

    private static void unlockAll() throws Exception {
        otherBlock(true);
        for (int i = 0; i < TIMES; i++) {
            deep(0);
        }
        Turns.together(() -> {
            set(get() + 1);
            CELL.set(1);
        });
    }

    /** Exhausts the stack at every depth near its end, in and around monitors, which must all be unlocked then. */
    private static int deep(int depth) {
        try {
            synchronized (THERE) {
                CELL.set(depth);
                return deep(depth + 1) + 1;
            }
        } catch (StackOverflowError e) {
            return 0;
        }
    }

    static void block(boolean writes) {
        BLOCK.pass(writes);
    }

    static void otherBlock(boolean writes) {
        BLOCK.miss(writes);
    }

    static void method(boolean writes) {
        METHOD.pass(writes);
    }

    static void otherMethod(boolean writes) {
        METHOD.miss(writes);
    }

    static void staticMethod(boolean writes) {
        STATIC_METHOD.pass(writes);
    }

    static void otherStaticMethod(boolean writes) {
        STATIC_METHOD.miss(writes);
    }

    static void thrown(boolean writes) {
        THROWN.pass(writes);
    }

    static void otherThrown(boolean writes) {
        THROWN.miss(writes);
    }

    static void waiting(boolean writes) {
        WAITING.pass(writes);
    }

    static void unguarded(boolean writes) {
        UNGUARDED.miss(writes);
    }

    private static void set(long value) {
        synchronized (THERE) {
            there = value;
            THERE.notifyAll();
        }
    }

    private static long get() {
        synchronized (THERE) {
            while (there < 0) {
                there++;
            }
            return there;
        }
    }

    private static void setBack(long value) {
        synchronized (BACK) {
            try {
                back = value;
            } finally {
                BACK.notifyAll();
            }
        }
    }

    private static long getBack() {
        try {
            synchronized (BACK) {
                return back;
            }
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    /** The value changes during the wait. */
    private static long awaited() {
        try {
            synchronized (THERE) {
                THERE.wait(1);
                return there;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long awaitedBack() {
        try {
            synchronized (BACK) {
                BACK.wait(1);
                return back;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void caught(Cell cell, long value) {
        try {
            cell.throwAfter(value);
        } catch (IllegalStateException e) {
            // As expected.
        }
    }

    private static final class Cell {
        private long value;

        synchronized void set(long next) {
            value = next;
        }

        synchronized long get() {
            return value;
        }

        synchronized void throwAfter(long next) {
            value = next;
            throw new IllegalStateException();
        }

        long unguarded() {
            return value;
        }
    }

    private static final class One {
        private static long value;

        static synchronized void set(long next) {
            value = next;
        }

        static synchronized long get() {
            return value;
        }
    }

    private static final class Two {
        private static long value;

        static synchronized void set(long next) {
            value = next;
        }

        static synchronized long get() {
            return value;
        }
    }

    private Monitors() {
    }
}
