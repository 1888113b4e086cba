// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * Bounds what plain accesses to the heap cost. A program may pack every message into a new array, so that each access
 * is the first one to its value. While there are many such accesses, only a share of the objects is watched, chosen by
 * their identity hash codes and another one every few milliseconds; those with tracked values always are. Thread-safe.
 */
final class HeapSample extends Thread {
    private static final int SIZE = 1 << 16;
    /** Identity hash codes have 31 bits. */
    private static final int SHIFT = 15;
    private static final int MILLIS = 10;
    /** Accesses per slice of time to values that are not tracked. At some 30 ns each, they take 3 % of a CPU. */
    private static final int BUDGET = 10_000;
    /** Takes less than a second to have watched every object for a slice of time. */
    private static final int SMALLEST = 1 << 10;

    /** Indexed by the upper bits of the hash code; 0 if such objects are not watched. */
    private final byte[] watched = new byte[SIZE];
    private final boolean[] kept = new boolean[SIZE];
    private final IntSupplier halvings;
    private final AtomicLong spent = new AtomicLong();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile int slice;
    private int from;
    private int width = SIZE;

    /** @param halvings how often the share of new objects whose values are tracked has been halved */
    HeapSample(IntSupplier halvings) {
        super("tearline-agent-sample");
        setDaemon(true);
        this.halvings = halvings;
        Arrays.fill(watched, (byte) 1);
    }

    byte[] watched() {
        return watched;
    }

    /** Returns a number that changes before an object is watched again that was not. */
    int slice() {
        return slice;
    }

    /** Watches all objects with a hash code from now on. */
    void keep(int hash) {
        int index = hash >>> SHIFT;
        if (!kept[index]) {
            synchronized (watched) {
                kept[index] = true;
                watched[index] = 1;
            }
        }
    }

    /** Takes accesses from the budget. */
    void spend(int accesses) {
        if (spent.addAndGet(accesses) > BUDGET && !started.get() && started.compareAndSet(false, true)) {
            start();
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(MILLIS);
                next(spent.getAndSet(0));
            }
        } catch (InterruptedException e) {
            // The program has asked all threads to end.
        }
    }

    /** Begins another slice of time; the accesses are those of the last one. */
    void next(long accesses) {
        int before = width;
        if (accesses > BUDGET) {
            width = (int) Math.max(SMALLEST, width * (long) BUDGET / accesses);
        } else if (accesses < BUDGET / 2) {
            width = Math.min(SIZE, 2 * width);
        }
        if (before == SIZE && width == SIZE) {
            return;
        }
        from += before;
        synchronized (watched) {
            int sampled = SIZE >> halvings.getAsInt();
            for (int i = 0; i < SIZE; i++) {
                boolean open = kept[i] || i < sampled || (i - from & SIZE - 1) < width;
                watched[i] = (byte) (open ? 1 : 0);
            }
        }
        slice++;
    }
}
