// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.tearline.agent.value.Slots;

/**
 * Bounds what plain accesses to the heap cost. A program may pack every message into a new array, so that each access
 * is the first one to its value. While there are many such accesses, all objects are watched for only a share of the
 * time, those with tracked values always. Thread-safe.
 */
final class HeapSample extends Thread {
    private static final int SIZE = 1 << 16;
    /** Leaves the upper 16 of the 31 bits of an identity hash code. */
    private static final int SHIFT = 15;
    private static final int SLICE_MILLIS = 10;
    /** Accesses per slice of time to values that are not tracked. At some 30 ns each, they take 3 % of a CPU. */
    private static final int BUDGET = 10_000;
    /** Maximum number of slices between two in which all objects are watched: less than a second. */
    private static final int LONGEST_PAUSE = 63;

    /**
     * Indexed by the upper bits of an object's hash code; 0 if such objects are not watched. The last element is for
     * objects without a hash code.
     */
    final byte[] watched = new byte[SIZE + 1];
    /** Whether objects are watched all the time, by the same index. */
    private final boolean[] kept = new boolean[SIZE];
    private final IntSupplier halvings;
    private final AtomicLong spent = new AtomicLong();
    /** Changes before all objects are watched again. */
    volatile int slice;
    /** Slices of time until all objects are watched again. */
    private int pause;

    /** @param halvings how often the share of new objects whose values are tracked has been halved */
    HeapSample(IntSupplier halvings) {
        super("tearline-agent-sample");
        setDaemon(true);
        this.halvings = halvings;
        Arrays.fill(watched, (byte) 1);
    }

    /** From now on, always watches objects whose hash codes have the same upper bits. */
    void keep(int hash) {
        int index = hash >>> SHIFT;
        if (!kept[index]) {
            kept[index] = true;
            VarHandle.fullFence();
            watched[index] = 1;
        }
    }

    /** Takes accesses from the budget. The thread starts when the budget is exceeded for the first time. */
    void spend(int accesses) {
        long all = spent.addAndGet(accesses);
        // One thread exceeds the budget: as long as this one does not run, nothing is taken back.
        if (all > BUDGET && all - accesses <= BUDGET && getState() == State.NEW) {
            start();
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                MILLISECONDS.sleep(SLICE_MILLIS);
                next(spent.getAndSet(0));
            }
        } catch (InterruptedException e) {
            // Some programs interrupt all threads when they end.
        }
    }

    /** Begins another slice of time; the accesses are those of the last one. */
    void next(long accesses) {
        boolean wasPaused = pause > 0;
        pause = wasPaused ? pause - 1 : (int) Math.min(LONGEST_PAUSE, accesses / BUDGET);
        if (wasPaused && pause == 0) {
            slice++;
        }
        if (wasPaused || pause > 0) {
            watch(pause == 0);
        }
    }

    /** Watches all objects, or else those whose values are tracked or may still be, see {@link Slots#sampled}. */
    private void watch(boolean all) {
        int halved = halvings.getAsInt();
        for (int i = 0; i < SIZE; i++) {
            watched[i] = (byte) (all || kept[i] || i < SIZE >> halved ? 1 : 0);
        }
        watched[SIZE] = (byte) (all || halved < Slots.FULL ? 1 : 0);
        // Another thread may have kept some meanwhile: either it is seen here, or its later write stays.
        VarHandle.fullFence();
        for (int i = 0; i < SIZE; i++) {
            if (kept[i]) {
                watched[i] = 1;
            }
        }
    }
}
