// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import org.tearline.trial.SplitLocks;

/**
 * The cost of a split lock compared with an aligned lock, or why it was not timed.
 *
 * @param singles operations across a line, timed individually; null if not timed
 * @param means   operations timed in series; null if not timed
 * @param reason  why it was not timed, such as the death of the worker; null if it was timed
 */
public record SplitLockCost(Finding finding, Singles singles, Means means, String reason) {
    /**
     * Split locks in a row that show whether the kernel slows them: more than the highest rate limit, 1,000 per second,
     * plus a few in other processes.
     */
    public static final int SERIES = 1_100;
    /** The time after which a series ends early. */
    public static final int SERIES_MILLIS = 3;
    /** Least time of a split lock that the kernel seems to delay. */
    public static final int SLOW_MILLIS = 8;

    /** What the kernel and the hypervisor do about split locks. */
    public enum Finding {
        /** Split locks run at hardware speed. */
        NATIVE,
        /** Split locks repeatedly take far longer than the hardware needs, because the threads are delayed. */
        SLOWED,
        /** The kernel kills the process. */
        FATAL,
        NOT_TIMED
    }

    /**
     * Operations across a line, timed individually.
     *
     * @param firstNanos the worker's first operation, which a kernel in warn mode delays
     * @param worstNanos the slowest, possibly because of an interrupt
     */
    public record Singles(long firstNanos, long bestNanos, long worstNanos) {
    }

    /** The means of the fastest series of each kind; {@code lineNanos} is null if split locks are slowed. */
    public record Means(long alignedNanos, Long lineNanos) {
    }

    /**
     * The best time across a line: the mean of a series, else the fastest single operation; null if none was timed.
     */
    public Long crossingNanos() {
        if (singles == null) {
            return null;
        }
        if (means.lineNanos() == null) {
            return singles.bestNanos();
        }
        return means.lineNanos();
    }

    public boolean slowed() {
        return finding == Finding.SLOWED;
    }

    /** Whether trials may use split locks. They may unless the kernel is known to slow or forbid them. */
    public SplitLocks permitted() {
        return switch (finding) {
            case NATIVE, NOT_TIMED -> SplitLocks.ALLOWED;
            case SLOWED -> SplitLocks.SLOWED;
            case FATAL -> SplitLocks.FATAL;
        };
    }

    public static SplitLockCost timed(Singles singles, Means means) {
        Finding finding = Finding.NATIVE;
        if (means.lineNanos() == null) {
            finding = Finding.SLOWED;
        }
        return new SplitLockCost(finding, singles, means, null);
    }

    public static SplitLockCost fatal(String reason) {
        return new SplitLockCost(Finding.FATAL, null, null, reason);
    }

    public static SplitLockCost notTimed(String reason) {
        return new SplitLockCost(Finding.NOT_TIMED, null, null, reason);
    }
}
