// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.UnsafeApi;
import org.tearline.loop.Region;
import org.tearline.machine.SplitLockCost.Means;
import org.tearline.machine.SplitLockCost.Singles;
import org.tearline.machine.SplitLockCost;
import org.tearline.run.link.Wait;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * Measures the cost of a split lock and whether the kernel slows split locks. Runs in a worker, because with
 * {@code split_lock_detect=fatal} the kernel kills the process (SIGBUS), which is a result as well. Not thread-safe.
 *
 * <p>Linux slows split locks in two modes. {@code warn} sleeps 10 ms and then disables detection for two jiffies, so
 * only the first of several operations in quick succession is slow. {@code ratelimit:N} allows N operations per second
 * and delays the next one in steps of 20 ms. In either mode, every sufficiently long series after a pause is slow.
 * Interrupts and stolen CPU time slow only some series, so one fast series rules out both modes.
 */
class SplitLock {
    /** Detection is on again after this time: two jiffies are 20 ms at 100 Hz, and the timer may be one tick late. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** About the longest time of a split lock without a delay by the kernel. */
    private static final long HARDWARE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Less than the 10 ms by which a kernel in warn mode delays a split lock. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(SplitLockCost.SLOW_MILLIS);
    /**
     * A series ends after this time, because it slows the whole host. If a split lock takes 15 us, the series is too
     * short to notice a rate limit above 200 per second.
     */
    private static final long SERIES_NANOS = TimeUnit.MILLISECONDS.toNanos(SplitLockCost.SERIES_MILLIS);
    /** This many slow series in a row are no coincidence, even if every tenth has a long interrupt. */
    private static final int SLOW_SERIES = 5;

    /** Operations per mean; only a few across a line, because they disturb the rest of the machine. */
    private static final int ALIGNED_OPERATIONS = 20_000;
    private static final int CROSSING_OPERATIONS = 20;
    /** Repetitions of each mean; the minimum excludes interrupts. */
    private static final int ROUNDS = 5;

    private final long aligned;
    private final long crossing;
    private long first;
    private long best = Long.MAX_VALUE;
    private long worst;

    SplitLock(long aligned, long crossing) {
        this.aligned = aligned;
        this.crossing = crossing;
    }

    /** Times operations in memory of their own. */
    private static <T> T timed(Geometry geometry, Function<SplitLock, T> timing) {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            long crossing = region.base() + geometry.lineCrossingOffset(Width.LONG);
            return timing.apply(new SplitLock(region.base(), crossing));
        }
    }

    /** Executes split locks for about 3 ms, or fewer of them if the kernel slows them. */
    static SplitLockCost measure(Geometry geometry) {
        try {
            return timed(geometry, SplitLock::measureAll);
        } catch (InternalError e) {
            // Thrown by the JVM after a SIGBUS in compiled code.
            return SplitLockCost.fatal("SIGBUS: " + e.getMessage());
        }
    }

    private SplitLockCost measureAll() {
        // Warms up, and loads classes before a split lock is timed.
        mean(aligned, 2 * ALIGNED_OPERATIONS);
        Means means = means(slowed());
        return SplitLockCost.timed(singles(), means);
    }

    /** Returns the duration of a split lock in nanoseconds; see {@link #timeFew}. */
    static long time(Geometry geometry) {
        return timed(geometry, SplitLock::timeFew);
    }

    /**
     * Like {@link #time}, but not misled by an interrupt. Takes a third of a second if the kernel slows split locks.
     */
    static long timeAgain(Geometry geometry) {
        return timed(geometry, timing -> timing.cost(timing.slowed()));
    }

    /** Whether a split lock took so long that the kernel may have delayed it. */
    static boolean delayed(long nanos) {
        return nanos >= SLOW_NANOS;
    }

    /** The shortest time of a few operations; the longest if one is slow, possibly because of an interrupt. */
    long timeFew() {
        // The first operation, which the kernel may slow, and two more for a minimum.
        return cost(runUntilSlow(3));
    }

    private long cost(boolean slow) {
        if (slow) {
            return worst;
        }
        return best;
    }

    long nanoTime() {
        return System.nanoTime();
    }

    void pause(long nanos) {
        Wait.uninterrupted(() -> TimeUnit.NANOSECONDS.sleep(nanos));
    }

    /** Executes one split lock. Throws an InternalError if the JVM survived a SIGBUS. */
    void splitLock() {
        locked(crossing);
    }

    /** Whether the kernel slows split locks. Usually takes one pause and one series of at most 3 ms. */
    boolean slowed() {
        for (int i = 0; i < SLOW_SERIES; i++) {
            pause(PAUSE_NANOS);
            if (!runUntilSlow(SplitLockCost.SERIES)) {
                return false;
            }
        }
        return true;
    }

    /** The time of the first operation, and the shortest and longest so far. */
    Singles singles() {
        return new Singles(first, best, worst);
    }

    /** Runs a series of operations until one is slow; returns whether one was. */
    private boolean runUntilSlow(int operations) {
        long spent = 0;
        for (int i = 0; i < operations && spent < SERIES_NANOS; i++) {
            long start = nanoTime();
            splitLock();
            long nanos = Math.max(1, nanoTime() - start);
            if (first == 0) {
                first = nanos;
            }
            best = Math.min(best, nanos);
            worst = Math.max(worst, nanos);
            if (delayed(nanos)) {
                return true;
            }
            // An interrupt does not slow the host, so its time does not count.
            spent += Math.min(nanos, HARDWARE_NANOS);
        }
        return false;
    }

    /** Times aligned operations and split locks in turn; only aligned ones if the kernel slows split locks. */
    private Means means(boolean slowed) {
        long alignedNanos = Long.MAX_VALUE;
        long lineNanos = Long.MAX_VALUE;
        // Alternates between the two, so that a later recompilation favours neither address.
        for (int round = 0; round < ROUNDS; round++) {
            alignedNanos = Math.min(alignedNanos, mean(aligned, ALIGNED_OPERATIONS));
            if (!slowed) {
                lineNanos = Math.min(lineNanos, mean(crossing, CROSSING_OPERATIONS));
            }
        }
        if (slowed) {
            return new Means(alignedNanos, null);
        }
        return new Means(alignedNanos, lineNanos);
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
