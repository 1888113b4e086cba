// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.tearline.agent.access.Access.Operation;

/**
 * The threads that touched each value, and when each of them read, wrote and updated it last. For each value, threads
 * have numbers in the order in which they came; when there are no more, a thread takes that of an earlier one all of
 * whose accesses happened before. Thread-safe.
 */
final class Times {
    private static final int THREADS = ValueTable.THREADS;
    private static final int SIZE = Slots.LIMIT * THREADS;

    private final AtomicIntegerArray threads = new AtomicIntegerArray(SIZE);
    /** Times of a {@link Clock}; 0 if there was no such access. */
    private final AtomicIntegerArray reads = new AtomicIntegerArray(SIZE);
    private final AtomicIntegerArray writes = new AtomicIntegerArray(SIZE);
    private final AtomicIntegerArray updates = new AtomicIntegerArray(SIZE);

    /** Returns the number of a thread for a value, from 0; {@link #THREADS} if there is none left. */
    int number(int value, int thread) {
        int first = value * THREADS;
        for (int i = 0; i < THREADS; i++) {
            int held = threads.get(first + i);
            if (held == 0) {
                held = threads.compareAndExchange(first + i, 0, thread);
            }
            if (held == thread || held == 0) {
                return i;
            }
        }
        return THREADS;
    }

    /** Returns the same, but takes the number of an earlier thread if necessary and possible. */
    int number(int value, Clock thread) {
        int number = number(value, thread.thread);
        for (int i = 0; i < THREADS && number == THREADS; i++) {
            if (replace(value * THREADS + i, thread)) {
                number = i;
            }
        }
        return number;
    }

    private boolean replace(int index, Clock thread) {
        int earlier = threads.get(index);
        int latest = Math.max(reads.get(index), Math.max(writes.get(index), updates.get(index)));
        if (!thread.knows(earlier, latest) || !threads.compareAndSet(index, earlier, thread.thread)) {
            return false;
        }
        // An access that is in order with that of the new thread is then in order with those of the earlier one, too.
        if (writes.get(index) != 0 || updates.get(index) != 0) {
            writes.set(index, thread.use());
            updates.set(index, 0);
        }
        if (reads.get(index) != 0) {
            reads.set(index, thread.use());
        }
        return true;
    }

    /** Records a write that was made at some time, or later. */
    void written(int value, int number, int time) {
        if (number < THREADS) {
            writes.accumulateAndGet(value * THREADS + number, time, Math::max);
        }
    }

    /** Whether a thread still has a number. */
    boolean has(int value, int number, int thread) {
        return number < THREADS && threads.get(value * THREADS + number) == thread;
    }

    /**
     * Records the time of an access. Returns whether all accesses that conflict with it happened before it;
     * false for a thread that shares its number with others. Two updates do not conflict, since both are locked.
     */
    boolean record(int value, int number, Clock thread, Operation operation) {
        if (number == THREADS) {
            return false;
        }
        int first = value * THREADS;
        // Before the times of the others are read, so that of two threads at least one sees the other.
        times(operation).set(first + number, thread.use());
        return isOrdered(value, number, thread, operation);
    }

    boolean isOrdered(int value, int number, Clock thread, Operation operation) {
        return isOrdered(value, number, thread, operation, true);
    }

    /** Whether something else than a lock put an access after those that conflict with it. */
    boolean isOrderedWithoutLocks(int value, int number, Clock thread, Operation operation) {
        return isOrdered(value, number, thread, operation, false);
    }

    /** @param locks whether what the thread knows through locks counts */
    private boolean isOrdered(int value, int number, Clock thread, Operation operation, boolean locks) {
        int first = value * THREADS;
        for (int i = 0; i < THREADS && threads.get(first + i) != 0; i++) {
            int other = threads.get(first + i);
            int time = writes.get(first + i);
            if (operation != Operation.READ) {
                time = Math.max(time, reads.get(first + i));
            }
            if (operation != Operation.UPDATE) {
                time = Math.max(time, updates.get(first + i));
            }
            boolean known = locks ? thread.knows(other, time) : thread.knowsWithoutLocks(other, time);
            if (i != number && time != 0 && !known) {
                return false;
            }
        }
        return true;
    }

    private AtomicIntegerArray times(Operation operation) {
        return switch (operation) {
            case READ -> reads;
            case WRITE -> writes;
            case UPDATE -> updates;
        };
    }

    /**
     * Takes over the times at which one of the child's threads accessed it. Returns the thread's number for the parent;
     * {@link #THREADS} if the parent has no room for it.
     */
    int adopt(int parent, int child, int numberForChild) {
        int index = child * THREADS + numberForChild;
        int number = number(parent, threads.get(index));
        if (number < THREADS) {
            for (Operation operation : Operation.values()) {
                AtomicIntegerArray times = times(operation);
                times.accumulateAndGet(parent * THREADS + number, times.get(index), Math::max);
            }
        }
        return number;
    }

    void clear(int value) {
        for (int i = value * THREADS; i < (value + 1) * THREADS; i++) {
            threads.set(i, 0);
            reads.set(i, 0);
            writes.set(i, 0);
            updates.set(i, 0);
        }
    }
}
