// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.TimeUnit;
import org.tearline.machine.SplitLockCost;

/**
 * Finds out whether locking across a line is slowed down. Time and memory are its subject's, so that tests play every
 * kernel in no time. One thread, once.
 *
 * <p>Three things look alike in a single time: the {@code warn} mode of Linux, which sleeps 10 ms and then leaves its
 * detection off for two jiffies, so that only the first of several quick operations is slow; {@code ratelimit:N}, which
 * lets N operations per second through and makes the next one sleep; and an interrupt or a stolen CPU. So single
 * operations are looked at with pauses between them, then a row that is longer than any N, and every look that finds
 * something is repeated. A look counts only if the aligned operation beside it was quick.
 */
final class SplitLockTiming {
    /**
     * Two jiffies are 20 ms where the kernel ticks a hundred times a second, and its timer may be one tick late: after
     * this pause the detection is on again. The pause is a part of what is measured; there is no event to wait for.
     */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Hardware takes up to some 10 us, a kernel in warn mode 10 ms and more. */
    static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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

    private final Subject subject;
    private long first = -1;
    private long best = Long.MAX_VALUE;
    private long worst;

    /** A clock and two operations. Not thread-safe. */
    interface Subject {
        long nanoTime();

        void pause(long nanos) throws InterruptedException;

        /** One locked operation inside a line. */
        void alignedOperation();

        /**
         * One locked operation across a line.
         *
         * @throws InternalError if the JVM survived the SIGBUS of a kernel that kills
         */
        void splitLockedOperation();
    }

    SplitLockTiming(Subject subject) {
        this.subject = subject;
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
            subject.pause(PAUSE_NANOS);
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
            long start = subject.nanoTime();
            subject.alignedOperation();
            if (subject.nanoTime() - start >= slowNanos) {
                return true;
            }
        }
        return false;
    }

    private boolean splitLockedIsSlow(int operations, long slowNanos) {
        long spent = 0;
        for (int i = 0; i < operations && spent < ROW_NANOS; i++) {
            long start = subject.nanoTime();
            subject.splitLockedOperation();
            long nanos = subject.nanoTime() - start;
            keep(nanos);
            if (nanos >= slowNanos) {
                return true;
            }
            // An interrupt is not the neighbours' time.
            spent += nanos < SLOW_NANOS ? nanos : 0;
        }
        return false;
    }

    private void keep(long nanos) {
        first = first < 0 ? nanos : first;
        best = Math.min(best, nanos);
        worst = Math.max(worst, nanos);
    }
}
