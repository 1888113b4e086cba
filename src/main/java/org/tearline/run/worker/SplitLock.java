// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.tearline.loop.Region;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * Makes the locked operations that {@link SplitLockTiming} judges, and rows of them at the boundaries inside a line.
 * Run in a worker, whose death (SIGBUS where the kernel is set to {@code split_lock_detect=fatal}) is then the finding.
 * Not thread-safe.
 */
final class SplitLock implements SplitLockTiming.Subject {
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
    /** A row of the others: long enough for a mean, short enough not to disturb the rest of the machine. */
    private static final long ROW_NANOS = 100_000;
    /** The best of some rows, so that an interrupt is not taken for the cost. */
    private static final int ROWS = 5;
    /** After so many calls the code is compiled; all of them are aligned. */
    private static final int WARM_UP = 50_000;

    private final long aligned;
    private final long crossing;

    private SplitLock(long base, Geometry geometry) {
        this.aligned = base;
        this.crossing = base + geometry.lineCrossingOffset(Width.LONG);
    }

    /** Makes some 3 ms of split locks, unless something slows them. */
    static SplitLockCost measure(Geometry geometry) throws InterruptedException {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            SplitLock operations = new SplitLock(region.base(), geometry);
            SplitLockTiming timing = new SplitLockTiming(operations);
            // The aligned one first, so that class loading is not timed.
            operations.alignedOperation();
            boolean slowed = timing.slowed();
            return SplitLockCost.timed(slowed, timing.singles(), slowed ? operations.alignedMean()
                : operations.means());
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
            SplitLock operations = new SplitLock(region.base(), geometry);
            operations.alignedOperation();
            long best = Long.MAX_VALUE;
            long worst = 0;
            for (int i = 0; i < QUICK_LOOKS; i++) {
                long start = System.nanoTime();
                operations.splitLockedOperation();
                long nanos = System.nanoTime() - start;
                best = Math.min(best, nanos);
                worst = Math.max(worst, nanos);
            }
            boolean slowed = worst >= SplitLockTiming.SLOW_NANOS && new SplitLockTiming(operations).slowed();
            return Math.max(1, slowed ? worst : best);
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    @Override
    public void alignedOperation() {
        locked(aligned);
    }

    @Override
    public void splitLockedOperation() {
        locked(crossing);
    }

    private SplitLockCost.Means alignedMean() {
        row(aligned, WARM_UP);
        return new SplitLockCost.Means(best(aligned, Long.MAX_VALUE), null, null, null, null);
    }

    private SplitLockCost.Means means() {
        row(aligned, WARM_UP);
        long[] addresses = {aligned, aligned + ACROSS_8, aligned + ACROSS_16, aligned + ACROSS_32, crossing};
        long[] best = new long[addresses.length];
        // In turn, so that a compiler that gets better on the way favours none.
        for (int turn = 0; turn < ROWS; turn++) {
            for (int i = 0; i < addresses.length; i++) {
                best[i] = best(addresses[i], turn == 0 ? Long.MAX_VALUE : best[i]);
            }
        }
        return new SplitLockCost.Means(best[0], best[1], best[2], best[3], best[4]);
    }

    private static long best(long address, long before) {
        long few = row(address, FEW);
        return Math.min(before, row(address, few < CHEAP_NANOS ? CHEAP_ROW : (int) (ROW_NANOS / few) + 1));
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
