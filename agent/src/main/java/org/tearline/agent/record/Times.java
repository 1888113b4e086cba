// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.tearline.agent.access.Access.Operation;

/**
 * The threads that touched each value, and when each of them read and wrote it last. For each value, threads have
 * numbers in the order in which they came. Thread-safe.
 */
final class Times {
    private static final int THREADS = ValueTable.THREADS;
    private static final int SIZE = Slots.LIMIT * THREADS;

    private final AtomicIntegerArray threads = new AtomicIntegerArray(SIZE);
    /** Times of a {@link Clock}; 0 if there was no such access. */
    private final AtomicIntegerArray reads = new AtomicIntegerArray(SIZE);
    private final AtomicIntegerArray writes = new AtomicIntegerArray(SIZE);

    /** Returns the number of a thread for a value, from 0; {@link #THREADS} if as many came before. */
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

    /**
     * Records the time of an access. Returns whether all accesses that conflict with it happened before it;
     * false for a thread that shares its number with others.
     */
    boolean record(int value, int number, Clock thread, Operation operation) {
        if (number == THREADS) {
            return false;
        }
        int first = value * THREADS;
        // Before the times of the others are read, so that of two threads at least one sees the other.
        (operation == Operation.READ ? reads : writes).set(first + number, thread.use());
        for (int i = 0; i < THREADS && threads.get(first + i) != 0; i++) {
            int other = threads.get(first + i);
            int time = writes.get(first + i);
            if (operation != Operation.READ) {
                time = Math.max(time, reads.get(first + i));
            }
            if (i != number && time != 0 && !thread.knows(other, time)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes over the times at which one of the child's threads accessed it. Returns the thread's number for the parent;
     * {@link #THREADS} if the parent has no room for it.
     */
    int adopt(int parent, int child, int numberForChild) {
        int index = child * THREADS + numberForChild;
        int number = number(parent, threads.get(index));
        if (number < THREADS) {
            reads.accumulateAndGet(parent * THREADS + number, reads.get(index), Math::max);
            writes.accumulateAndGet(parent * THREADS + number, writes.get(index), Math::max);
        }
        return number;
    }

    void clear(int value) {
        for (int i = value * THREADS; i < (value + 1) * THREADS; i++) {
            threads.set(i, 0);
            reads.set(i, 0);
            writes.set(i, 0);
        }
    }
}
