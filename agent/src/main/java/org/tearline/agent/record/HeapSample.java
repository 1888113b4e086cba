// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * Bounds what plain accesses to the heap cost. A program may pack every message into a new array, so that each access
 * is the first one to its value. While there are many such accesses, all objects are watched for only a share of the
 * time, those with tracked values always. Thread-safe.
 */
final class HeapSample extends Thread {
    private static final int SIZE = 1 << 16;
    /** Identity hash codes have 31 bits. */
    private static final int SHIFT = 15;
    private static final int MILLIS = 10;
    /** Accesses per slice of time to values that are not tracked. At some 30 ns each, they take 3 % of a CPU. */
    private static final int BUDGET = 10_000;
    /** Slices of time between two in which all objects are watched: less than a second. */
    private static final int LONGEST_PAUSE = 63;

    /** Indexed by the upper bits of the hash code; 0 if such objects are not watched. The last one: without one. */
    private final byte[] watched = new byte[SIZE + 1];
    private final boolean[] kept = new boolean[SIZE];
    private final IntSupplier halvings;
    private final AtomicLong spent = new AtomicLong();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile int slice;
    /** Slices of time until all objects are watched again. */
    private int pause;

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

    /** Returns a number that changes before all objects are watched again. */
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
        boolean paused = pause > 0;
        pause = paused ? pause - 1 : (int) Math.min(LONGEST_PAUSE, accesses / BUDGET);
        if (paused && pause == 0) {
            slice++;
        }
        if (paused || pause > 0) {
            watch(pause == 0);
        }
    }

    private void watch(boolean all) {
        synchronized (watched) {
            int halved = halvings.getAsInt();
            for (int i = 0; i < SIZE; i++) {
                watched[i] = (byte) (all || kept[i] || i < SIZE >> halved ? 1 : 0);
            }
            watched[SIZE] = (byte) (all || halved < Slots.FULL ? 1 : 0);
        }
    }
}
