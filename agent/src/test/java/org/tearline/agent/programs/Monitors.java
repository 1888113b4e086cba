// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Table.miss;
import static org.tearline.agent.programs.Table.way;

/** Passes values on through monitors. With the argument "deep", exhausts the stack in monitors instead. */
public final class Monitors {
    private static final int TIMES = 100;
    private static final Object THERE = new Object();
    private static final Object BACK = new Object();
    private static final Cell CELL = new Cell();
    private static final Cell OTHER_CELL = new Cell();
    private static final Locked[] LOCKED = {new Locked(), new Locked()};
    private static long there;
    private static long back;
    private static long value;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("deep")) {
            unlockAll();
            return;
        }
        way("block", Monitors::set, Monitors::get, Monitors::setBack, Monitors::getBack);
        way("method", CELL::set, CELL::get, OTHER_CELL::set, OTHER_CELL::get);
        way("staticMethod", One::set, One::get, Monitors::setStatic, Monitors::getStatic);
        CELL.set(0);
        OTHER_CELL.set(0);
        way("thrown", v -> caught(CELL, v), CELL::get, v -> caught(OTHER_CELL, v), OTHER_CELL::get);
        there = 0;
        back = 0;
        way("waiting", Monitors::set, () -> awaited(THERE), Monitors::setBack, () -> awaited(BACK));
        way("lockedField", Monitors::setLocked, i -> LOCKED[i].value);
        miss("unguarded", CELL::set, () -> CELL.value);
        Table.ordered("crowdInMonitor", value -> Turns.crowd(TIMES, i -> {
            synchronized (CELL) {
                value.use();
            }
        }));
    }

    private static void unlockAll() throws Exception {
        set(1);
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
    private static long awaited(Object monitor) {
        synchronized (monitor) {
            try {
                monitor.wait(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return monitor == THERE ? there : back;
        }
    }

    private static synchronized void setStatic(long next) {
        value = next;
    }

    private static synchronized long getStatic() {
        return value;
    }

    /** Only the field passes on what precedes it. The monitor that was entered last is not that of its object. */
    private static void setLocked(int object, long next) {
        Locked other = LOCKED[1 - object];
        synchronized (LOCKED[object]) {
            synchronized (other) {
                long before = other.value;
                LOCKED[object].value = before == next ? before : next;
            }
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
    }

    /** Has a hash code before it is locked: else the JVM gives it a monitor with an address of its own. */
    private static final class Locked {
        private final int hash = System.identityHashCode(this);
        private volatile long value;
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
}
