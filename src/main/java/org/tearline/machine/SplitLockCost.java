// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;
import org.tearline.trial.AccessRules.SplitLocks;

/**
 * What a locked operation across a line costs compared with an aligned one, or why it was not timed.
 *
 * @param singles operations across a line, timed one by one; null if none was timed
 * @param means   operations in a row; null if none was timed
 * @param reason  why it was not timed, or how the worker died of it; null if it was timed
 */
public record SplitLockCost(Finding finding, Singles singles, Means means, String reason) {
    /** What kernel and hypervisor do about split locks. */
    public enum Finding {
        /** As fast as the hardware. */
        NATIVE,
        /** Far slower than hardware every time: the offender is made to wait. */
        SLOWED,
        /** The kernel kills the process. */
        FATAL,
        NOT_TIMED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Operations across a line, each timed on its own.
     *
     * @param firstNanos the first that the worker made: the one that a kernel in warn mode punishes
     * @param bestNanos  the quickest
     * @param worstNanos the slowest, which may have met an interrupt
     */
    public record Singles(long firstNanos, long bestNanos, long worstNanos) {
    }

    /**
     * Operations in a row, the mean of the best row; null where something slows them and no row was made.
     *
     * @param alignedNanos  crossing nothing
     * @param across8Nanos  across 8 bytes, but not across 16
     * @param across16Nanos across 16 bytes, but not across 32
     * @param across32Nanos across 32 bytes, inside a line
     * @param lineNanos     across a line
     */
    public record Means(long alignedNanos, Long across8Nanos, Long across16Nanos, Long across32Nanos, Long lineNanos) {
    }

    /** The best time across a line: the mean of a row, or without one the quickest single; null if none was timed. */
    public Long crossingNanos() {
        if (singles == null) {
            return null;
        }
        return means.lineNanos() == null ? Long.valueOf(singles.bestNanos()) : means.lineNanos();
    }

    /** What trials may do; where nobody could time them, the trials will tell. */
    public SplitLocks permitted() {
        return switch (finding) {
            case NATIVE, NOT_TIMED -> SplitLocks.ALLOWED;
            case SLOWED -> SplitLocks.SLOWED;
            case FATAL -> SplitLocks.FATAL;
        };
    }

    public static SplitLockCost timed(boolean slowed, Singles singles, Means means) {
        return new SplitLockCost(slowed ? Finding.SLOWED : Finding.NATIVE, singles, means, null);
    }

    public static SplitLockCost fatal(String reason) {
        return new SplitLockCost(Finding.FATAL, null, null, reason);
    }

    public static SplitLockCost notTimed(String reason) {
        return new SplitLockCost(Finding.NOT_TIMED, null, null, reason);
    }
}
