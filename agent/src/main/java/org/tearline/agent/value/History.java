// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.Arrays;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.SpinLock;

/**
 * The latest accesses to a value that later ones must come after (FastTrack): that of one thread as long as each comes
 * after the one before, else those of all threads. Two updates do not conflict, since both are locked. Thread-safe.
 */
final class History extends SpinLock {
    static final int ORDERED = 0;
    /** What was forgotten may have put the access in order. */
    static final int UNKNOWN = 1;
    static final int UNORDERED = 2;

    /** For tests: shows which findings rest on the order of accesses. */
    private static final boolean EVERYTHING_ORDERED = Boolean.getBoolean("tearline.everythingOrdered");
    private final Latest writes = new Latest();
    private final Latest reads = new Latest();
    private final Latest updates = new Latest();

    /** The latest access of one thread, or of each thread. */
    private static final class Latest {
        private int thread;
        private int time;
        /** By thread; null as long as each access came after the one before. */
        private int[] times;

        boolean isKnown(Clock clock) {
            return order(clock, null) == ORDERED;
        }

        /** @param cells null if what they have forgotten does not matter */
        int order(Clock clock, Cells cells) {
            if (times == null) {
                return order(thread, time, clock, cells);
            }
            int order = ORDERED;
            for (int i = 0; i < times.length; i++) {
                order = Math.max(order, order(i, times[i], clock, cells));
            }
            return order;
        }

        private static int order(int thread, int time, Clock clock, Cells cells) {
            if (EVERYTHING_ORDERED || thread == clock.thread() || clock.knows(thread, time)) {
                return ORDERED;
            }
            return cells != null && cells.mayHavePassed(thread, time) ? UNKNOWN : UNORDERED;
        }

        void add(int by, int at, boolean isAfterAll) {
            if (times == null && isAfterAll) {
                thread = by;
                time = at;
                return;
            }
            int length = Math.max(by, thread) + 1;
            if (times == null) {
                times = new int[length];
                times[thread] = time;
            } else if (times.length <= by) {
                times = Arrays.copyOf(times, length);
            }
            times[by] = Math.max(times[by], at);
        }

        void clear() {
            thread = 0;
            time = 0;
            times = null;
        }

        void add(Latest other) {
            if (other.times == null && other.time > 0) {
                add(other.thread, other.time, time == 0 && times == null);
            }
            for (int i = 0; other.times != null && i < other.times.length; i++) {
                if (other.times[i] > 0) {
                    add(i, other.times[i], false);
                }
            }
        }
    }

    /** Returns whether all accesses that conflict with one came before it: one of the constants. */
    int order(Clock clock, Operation operation, Cells cells) {
        enter();
        try {
            return check(clock, operation, cells);
        } finally {
            leave();
        }
    }

    private int check(Clock clock, Operation operation, Cells cells) {
        int order = writes.order(clock, cells);
        if (operation != Operation.READ) {
            order = Math.max(order, reads.order(clock, cells));
        }
        return operation == Operation.UPDATE ? order : Math.max(order, updates.order(clock, cells));
    }

    /** Records an access; returns the same. */
    int record(Clock clock, Operation operation, Cells cells) {
        enter();
        try {
            int order = check(clock, operation, cells);
            Latest latest = switch (operation) {
                case READ -> reads;
                case WRITE -> writes;
                case UPDATE -> updates;
            };
            latest.add(clock.thread(), clock.use(), latest.isKnown(clock));
            if (operation == Operation.WRITE && order == ORDERED) {
                reads.clear();
                updates.clear();
            }
            return order;
        } finally {
            leave();
        }
    }

    /** Records a write that was made at some time, or later. */
    void written(int thread, int time) {
        enter();
        try {
            writes.add(thread, time, writes.time == 0 && writes.times == null);
        } finally {
            leave();
        }
    }

    /** Takes over the accesses of another value, which is no longer used. */
    void adopt(History other) {
        enter();
        try {
            writes.add(other.writes);
            reads.add(other.reads);
            updates.add(other.updates);
        } finally {
            leave();
        }
    }
}
