// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import org.agrona.UnsafeApi;
import org.tearline.bench.machine.Pinning;

/**
 * A thread on the second CPU that does nothing, or one locked addition after the other at one address. Its methods are
 * for one other thread; what they return happens before their return.
 */
final class Neighbour {
    private static final long NOWHERE = 0;
    /** Locks between two looks at the flag: a quarter of a millisecond where one takes 15 us. */
    private static final int BATCH = 16;
    /** Calls that let C2 compile the loop of locks before any is timed. */
    private static final int WARM_CALLS = 20_000;
    /** The kernel that slows split locks sleeps 10 ms for each; the slowest one measured without that took 20 us. */
    private static final long SLOWED_NANOS = 500_000;

    private final Thread thread = new Thread(this::run, "neighbour");
    private final long aligned;
    private volatile boolean locking;
    private volatile boolean begun;
    private boolean closed;
    private long target = NOWHERE;
    private long locks;
    private long firstNanos;

    /**
     * Starts it; it waits.
     *
     * @param aligned where 8 bytes are aligned, in memory that nobody else accesses
     */
    Neighbour(long aligned) {
        this.aligned = aligned;
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins to lock at an address; returns when the first lock is made. */
    void begin(long address) {
        synchronized (this) {
            begun = false;
            locking = true;
            target = address;
            notifyAll();
        }
        while (!begun) {
            Thread.onSpinWait();
        }
    }

    /** Stops it; returns when the last lock is made, with the number of them. Without a begin it returns 0. */
    synchronized long stop() throws InterruptedException {
        locking = false;
        while (target != NOWHERE) {
            wait();
        }
        long made = locks;
        locks = 0;
        return made;
    }

    /**
     * Returns whether the first lock of the last begin took so long that the kernel must be slowing them; after a stop.
     */
    synchronized boolean slowed() {
        return firstNanos > SLOWED_NANOS;
    }

    /** Stops it for good; returns when its thread has ended. */
    void end() throws InterruptedException {
        stop();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.join();
    }

    private void run() {
        Pinning.pin(1);
        for (int i = 0; i < WARM_CALLS; i++) {
            lock(aligned, BATCH);
        }
        try {
            for (long address = next(); address != NOWHERE; address = next()) {
                long start = System.nanoTime();
                lock(address, 1);
                long first = System.nanoTime() - start;
                begun = true;
                long made = 1;
                // One that is slowed is enough.
                while (locking && first <= SLOWED_NANOS) {
                    lock(address, BATCH);
                    made += BATCH;
                }
                ended(made, first);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the next address to lock; nowhere at the end. */
    private synchronized long next() throws InterruptedException {
        while (target == NOWHERE && !closed) {
            wait();
        }
        return target;
    }

    private synchronized void ended(long made, long first) {
        locks = made;
        firstNanos = first;
        target = NOWHERE;
        notifyAll();
    }

    /** Locked additions of 8 bytes; their results are used, so that each is made as it stands. */
    private static long lock(long address, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += UnsafeApi.getAndAddLong(null, address, 1);
        }
        return sum;
    }
}
