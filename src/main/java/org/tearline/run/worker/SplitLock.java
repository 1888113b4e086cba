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
 * What locking across a line costs, and whether it is slowed down. Run in a worker, whose death (SIGBUS where the
 * kernel is set to {@code split_lock_detect=fatal}) is then the finding. Not thread-safe.
 *
 * <p>Three things look alike in a single time: the {@code warn} mode of Linux, which sleeps 10 ms and then leaves its
 * detection off for two jiffies, so that only the first of several quick operations is slow; {@code ratelimit:N}, which
 * lets N operations per second through and makes the next one sleep; and an interrupt or a stolen CPU. So single
 * operations are looked at with pauses between them, then a row that is longer than any N, and every look that finds
 * something is repeated. A look counts only if the aligned operation beside it was quick.
 */
class SplitLock {
    /**
     * Two jiffies are 20 ms where the kernel ticks a hundred times a second, and its timer may be one tick late: after
     * this pause the detection is on again.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Hardware takes up to some 10 us, a kernel in warn mode 10 ms and more. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A row is long enough to meet an interrupt of a millisecond; a rate limit sleeps 20 ms at a time. */
    private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    /** The highest limit that the kernel takes is 1,000 per second, and this machine may make a few of its own. */
    private static final int ROW = 1_100;
    /** A row ends after this time whatever it has found, because others on the host feel it. */
    private static final long ROW_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /**
     * Slow looks and quick ones vote, and one side has to lead by so many. With an interrupt in every tenth look the
     * slow ones win in 2 of 100,000 timings: 9^3 to 9^8, as in a gambler's ruin.
     */
    private static final int SLOW_LEAD = 5;
    private static final int QUICK_LEAD = 3;
    /** So many stalls of 15 ms in a row, each in a row of 3 ms and none beside an aligned row, are no accident. */
    private static final int BLOCKED_LEAD = 3;
    /** A limit of two per second never gives either side its lead; each slow look takes such a machine a second. */
    private static final int MOST_LOOKS = 12;
    /** Enough for the first, which a kernel may punish, and two for the quickest. */
    private static final int QUICK_LOOKS = 3;

    /** AMD's manual allows a bus lock at boundaries inside a line too; a long at these offsets crosses just one. */
    private static final int ACROSS_8 = 4;
    private static final int ACROSS_16 = 12;
    private static final int ACROSS_32 = 28;
    /** The mean of a first few tells how many more may be made. */
    private static final int FEW = 20;
    /** Below this no operation locks the bus, so a row may be long enough to be compiled. */
    private static final long CHEAP_NANOS = 100;
    private static final int CHEAP_ROW = 20_000;
    /** Long enough for a mean, short enough not to disturb the rest of the machine. */
    private static final long MEAN_NANOS = 100_000;
    /** The best of some rows, so that an interrupt is not taken for the cost. */
    private static final int ROWS = 5;
    /** After so many calls the code is compiled; all of them are aligned. */
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

    /** Makes some 3 ms of split locks, unless something slows them. */
    static SplitLockCost measure(Geometry geometry) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            SplitLock timing = in(region, geometry);
            boolean slowed = timing.slowed();
            return SplitLockCost.timed(slowed, timing.singles(), slowed ? timing.alignedMean() : timing.means());
        } catch (InternalError e) {
            // The JVM turns a SIGBUS in compiled code into this.
            return SplitLockCost.fatal("SIGBUS: " + e.getMessage());
        }
    }

    /**
     * The nanoseconds of one split-locked compare-and-set at best. If one was slow, perhaps by accident, others are
     * made with pauses; if they are slow too, the slowest is the answer.
     */
    static long time(Geometry geometry) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            SplitLock timing = in(region, geometry);
            for (int i = 0; i < QUICK_LOOKS; i++) {
                timing.splitLockedIsSlow(1, SLOW_NANOS);
            }
            boolean slowed = timing.worst >= SLOW_NANOS && timing.slowed();
            return Math.max(1, slowed ? timing.worst : timing.best);
        }
    }

    private static SplitLock in(Region region, Geometry geometry) {
        SplitLock operations = new SplitLock(region.base(), region.base() + geometry.lineCrossingOffset(Width.LONG));
        // The aligned one first, so that class loading is not timed.
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

    /** Throws an InternalError if the JVM survived the SIGBUS of a kernel that kills. */
    void splitLockedOperation() {
        locked(crossing);
    }

    /** Makes some three single operations and a row, 3 ms of them at most, unless there is a doubt. */
    boolean slowed() throws InterruptedException {
        return wins(1, SLOW_NANOS, SLOW_LEAD, QUICK_LEAD) || wins(ROW, BLOCKED_NANOS, BLOCKED_LEAD, 1);
    }

    /** Of the operations that have been made so far. */
    SplitLockCost.Singles singles() {
        return new SplitLockCost.Singles(Math.max(1, first), Math.max(1, best), Math.max(1, worst));
    }

    private boolean wins(int operations, long slowNanos, int slowLead, int quickLead) throws InterruptedException {
        int lead = 0;
        for (int look = 0; look < MOST_LOOKS && lead > -quickLead; look++) {
            pause(PAUSE_NANOS);
            boolean calm = !alignedIsSlow(operations, slowNanos);
            boolean slow = splitLockedIsSlow(operations, slowNanos);
            if (calm) {
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
        for (int i = 0; i < operations && spent < ROW_NANOS; i++) {
            long start = nanoTime();
            splitLockedOperation();
            long nanos = nanoTime() - start;
            first = first < 0 ? nanos : first;
            best = Math.min(best, nanos);
            worst = Math.max(worst, nanos);
            if (nanos >= slowNanos) {
                return true;
            }
            // An interrupt is not the neighbours' time.
            spent += nanos < SLOW_NANOS ? nanos : 0;
        }
        return false;
    }

    private SplitLockCost.Means alignedMean() {
        row(aligned, WARM_UP);
        return new SplitLockCost.Means(quickest(aligned, Long.MAX_VALUE), null, null, null, null);
    }

    private SplitLockCost.Means means() {
        row(aligned, WARM_UP);
        long[] addresses = {aligned, aligned + ACROSS_8, aligned + ACROSS_16, aligned + ACROSS_32, crossing};
        long[] means = new long[addresses.length];
        // In turn, so that a compiler that gets better on the way favours none.
        for (int turn = 0; turn < ROWS; turn++) {
            for (int i = 0; i < addresses.length; i++) {
                means[i] = quickest(addresses[i], turn == 0 ? Long.MAX_VALUE : means[i]);
            }
        }
        return new SplitLockCost.Means(means[0], means[1], means[2], means[3], means[4]);
    }

    private static long quickest(long address, long before) {
        long few = row(address, FEW);
        return Math.min(before, row(address, few < CHEAP_NANOS ? CHEAP_ROW : (int) (MEAN_NANOS / few) + 1));
    }

    /** The mean of so many in a row, at least 1. */
    private static long row(long address, int operations) {
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
