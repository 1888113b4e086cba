// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** The first threads that touched each value, which have numbers in the order in which they came. Thread-safe. */
final class Touchers {
    private static final int THREADS = ValueTable.THREADS;

    private final AtomicIntegerArray threads = new AtomicIntegerArray(Slots.LIMIT * THREADS);

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

    /** Adds the threads of a child to those of its parent; returns how many both have together, at most. */
    int adopt(int parent, int child) {
        int most = 0;
        for (int i = child * THREADS; i < (child + 1) * THREADS && threads.get(i) != 0; i++) {
            most = Math.max(most, number(parent, threads.get(i)) + 1);
        }
        return most;
    }

    void clear(int value) {
        for (int i = value * THREADS; i < (value + 1) * THREADS; i++) {
            threads.set(i, 0);
        }
    }
}
