// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.value.Evidence.ORDERED;

import java.util.Arrays;

/**
 * The latest accesses of one kind to a value: that of one thread as long as each comes after the one before, else those
 * of all threads. Guarded by the value's lock.
 */
final class Latest {
    private int thread;
    private int time;
    /** By thread; null as long as each access came after the one before. */
    private int[] times;

    /** Returns the worst evidence that one of them came before what a thread does now. */
    Evidence order(Reader reader) {
        if (times == null) {
            return reader.order(thread, time);
        }
        Evidence order = ORDERED;
        for (int i = 0; i < times.length; i++) {
            order = order.orWorse(reader.order(i, times[i]));
        }
        return order;
    }

    void add(Reader reader) {
        add(reader.thread(), reader.use(), order(reader) == ORDERED);
    }

    /** Adds an access of which it is not known whether it came after the others. */
    void add(int by, int at) {
        add(by, at, time == 0);
    }

    private void add(int by, int at, boolean isAfterAll) {
        if (times == null && isAfterAll) {
            thread = by;
            time = at;
            return;
        }
        if (times == null) {
            times = new int[thread + 1];
            times[thread] = time;
        }
        if (times.length <= by) {
            times = Arrays.copyOf(times, by + 1);
        }
        times[by] = Math.max(times[by], at);
    }

    void clear() {
        time = 0;
        times = null;
    }

    void add(Latest other) {
        int[] all = other.times;
        if (all == null) {
            add(other.thread, other.time);
            return;
        }
        for (int i = 0; i < all.length; i++) {
            if (all[i] > 0) {
                add(i, all[i]);
            }
        }
    }
}
