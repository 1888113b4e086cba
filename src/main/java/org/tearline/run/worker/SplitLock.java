// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.tearline.loop.Region;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * Measures the cost of a lock across a line, and whether the kernel slows such locks. Runs in a worker, because with
 * {@code split_lock_detect=fatal} the kernel kills the process (SIGBUS), which is a result as well. Not thread-safe.
 *
 * <p>A single slow operation has three possible causes: the {@code warn} mode of Linux, which sleeps 10 ms and then
 * disables detection for two jiffies, so that only the first of several operations in quick succession is slow;
 * {@code ratelimit:N}, which allows N operations per second and delays the next one; or an interrupt or stolen CPU
 * time. Therefore the first samples are single operations after a pause, the next ones are series longer than any N,
 * and slow samples are repeated. A sample counts only if the aligned operations before it were fast.
 */
class SplitLock {
    /** Detection is on again after this time: two jiffies are 20 ms at 100 Hz, and the timer may be one tick late. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** The hardware takes up to about 10 us; a kernel in warn mode takes at least 10 ms. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A series may include an interrupt of a millisecond; a kernel with a rate limit sleeps 20 ms at a time. */
    private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    /** More than the highest rate limit, 1,000 per second, plus a few split locks in other processes. */
    private static final int SERIES = 1_100;
    /** A series ends after this time, because it slows the whole host. */
    private static final long SERIES_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /**
     * Slow and fast samples vote until one side leads by this much. With an interrupt in every tenth sample, the slow
     * side wins in 2 of 100,000 measurements: the odds are 9^3 to 9^8, as in the gambler's ruin problem.
     */
    private static final int SLOW_LEAD = 5;
    private static final int FAST_LEAD = 3;
    /** So many series with a 15 ms stall, each right after an aligned series without one, cannot be due to chance. */
    private static final int BLOCKED_LEAD = 3;
    /** With a rate limit of two per second, neither side wins, and each slow sample takes a second. */
    private static final int MAX_SAMPLES = 12;
    /** The first one, which the kernel may slow, and two more for the minimum. */
    private static final int FEWEST_SAMPLES = 3;

    /** Operations in a first estimate, which determines how many operations are timed next. */
    private static final int FEW = 20;
    /** An operation faster than this does not lock the bus, so its loop may be long enough to be compiled. */
    private static final long CHEAP_NANOS = 100;
    private static final int CHEAP_OPERATIONS = 20_000;
    /** Long enough for a mean, short enough not to disturb the rest of the machine. */
    private static final long MEAN_NANOS = 100_000;
    /** Repetitions of each mean; the minimum excludes interrupts. */
    private static final int ROUNDS = 5;
    /** Aligned operations to warm up the code. */
    private static final int WARM_UP = 50_000;

    private final long aligned;
    private final long crossing;
    private long first = -1;
    private long best = Long.MAX_VALUE;
    private long worst;

    SplitLock(long aligned, long crossing) {
        this.aligned = aligned;
        this.crossing = crossing;
    }

    /** Spends about 3 ms on split locks, and makes fewer of them if the kernel slows them. */
    static SplitLockCost measure(Geometry geometry) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            SplitLock timing = in(region, geometry);
            boolean slowed = timing.slowed();
            return SplitLockCost.timed(slowed, timing.singles(), slowed ? timing.alignedMean() : timing.means());
        } catch (InternalError e) {
            // Thrown by the JVM after a SIGBUS in compiled code.
            return SplitLockCost.fatal("SIGBUS: " + e.getMessage());
        }
    }

    /** Returns the shortest time that a split-locked compare-and-set took, or the longest if the kernel slows them. */
    static long time(Geometry geometry) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            SplitLock timing = in(region, geometry);
            for (int i = 0; i < FEWEST_SAMPLES; i++) {
                timing.splitLockedIsSlow(1, SLOW_NANOS);
            }
            boolean slowed = timing.worst >= SLOW_NANOS && timing.slowed();
            return Math.max(1, slowed ? timing.worst : timing.best);
        }
    }

    private static SplitLock in(Region region, Geometry geometry) {
        SplitLock operations = new SplitLock(region.base(), region.base() + geometry.lineCrossingOffset(Width.LONG));
        // Loads classes before anything is timed.
        operations.alignedOperation();
        return operations;
    }

    long nanoTime() {
        return System.nanoTime();
    }

    void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    void alignedOperation() {
        locked(aligned);
    }

    /** Throws an InternalError if the JVM survived a SIGBUS. */
    void splitLockedOperation() {
        locked(crossing);
    }

    /** Whether the kernel slows split locks. Usually takes three single operations and one series of at most 3 ms. */
    boolean slowed() throws InterruptedException {
        return slowWins(1, SLOW_NANOS, SLOW_LEAD, FAST_LEAD) || slowWins(SERIES, BLOCKED_NANOS, BLOCKED_LEAD, 1);
    }

    /** The first, shortest and longest time of an operation so far. */
    SplitLockCost.Singles singles() {
        return new SplitLockCost.Singles(Math.max(1, first), Math.max(1, best), Math.max(1, worst));
    }

    private boolean slowWins(int operations, long slowNanos, int slowLead, int fastLead) throws InterruptedException {
        int lead = 0;
        for (int sample = 0; sample < MAX_SAMPLES && lead > -fastLead; sample++) {
            pause(PAUSE_NANOS);
            boolean valid = !alignedIsSlow(operations, slowNanos);
            boolean slow = splitLockedIsSlow(operations, slowNanos);
            if (valid) {
                lead += slow ? 1 : -1;
            }
            if (lead == slowLead) {
                return true;
            }
        }
        return false;
    }

    private boolean alignedIsSlow(int operations, long slowNanos) {
        for (int i = 0; i < operations; i++) {
            long start = nanoTime();
            alignedOperation();
            if (nanoTime() - start >= slowNanos) {
                return true;
            }
        }
        return false;
    }

    private boolean splitLockedIsSlow(int operations, long slowNanos) {
        long spent = 0;
        for (int i = 0; i < operations && spent < SERIES_NANOS; i++) {
            long start = nanoTime();
            splitLockedOperation();
            long nanos = nanoTime() - start;
            first = first < 0 ? nanos : first;
            best = Math.min(best, nanos);
            worst = Math.max(worst, nanos);
            if (nanos >= slowNanos) {
                return true;
            }
            // An interrupt does not slow the host, so its time does not count.
            spent += nanos < SLOW_NANOS ? nanos : 0;
        }
        return false;
    }

    private SplitLockCost.Means alignedMean() {
        mean(aligned, WARM_UP);
        return new SplitLockCost.Means(fastest(aligned, Long.MAX_VALUE), null);
    }

    private SplitLockCost.Means means() {
        mean(aligned, WARM_UP);
        long alignedNanos = Long.MAX_VALUE;
        long lineNanos = Long.MAX_VALUE;
        // Round by round, so that a later recompilation favours neither address.
        for (int round = 0; round < ROUNDS; round++) {
            alignedNanos = fastest(aligned, alignedNanos);
            lineNanos = fastest(crossing, lineNanos);
        }
        return new SplitLockCost.Means(alignedNanos, lineNanos);
    }

    private static long fastest(long address, long before) {
        long few = mean(address, FEW);
        return Math.min(before, mean(address, few < CHEAP_NANOS ? CHEAP_OPERATIONS : (int) (MEAN_NANOS / few) + 1));
    }

    /** The mean duration of consecutive operations, at least 1. */
    private static long mean(long address, int operations) {
        long start = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            locked(address);
        }
        return Math.max(1, (System.nanoTime() - start) / operations);
    }

    private static void locked(long address) {
        UnsafeApi.compareAndSetLong(null, address, 0L, 0L);
    }
}
