// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;

/**
 * Holds what a locked operation across a line costs compared with an aligned one, or why it was not tried. Immutable.
 *
 * @param finding what follows from it
 * @param singles split-locked operations that were timed one by one; null if none was
 * @param means   what operations in a row take; null if none was timed
 * @param reason  why it was not timed, or how the worker died of it; null if it was timed
 */
public record SplitLockCost(Finding finding, Singles singles, Means means, String reason) {

    /** Names what kernel and hypervisor do with split locks. */
    public enum Finding {
        /** Nothing: they are as fast as the hardware can. */
        NATIVE,
        /** Far slower than hardware, time and again: the offender is made to wait. */
        SLOWED,
        /** A process that makes one is killed. */
        FATAL,
        /** Nobody tried. */
        NOT_TIMED;

        /** Returns the name as the reports print it. */
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

    /**
     * Returns one operation across a line, at best: the mean of a row, or where no row was made the quickest; null if
     * none.
     */
    public Long crossingNanos() {
        if (singles == null) {
            return null;
        }
        return means.lineNanos() == null ? Long.valueOf(singles.bestNanos()) : means.lineNanos();
    }

    /** It was timed. */
    public static SplitLockCost timed(boolean slowed, Singles singles, Means means) {
        return new SplitLockCost(slowed ? Finding.SLOWED : Finding.NATIVE, singles, means, null);
    }

    /** Returns the worker died of it, or would. */
    public static SplitLockCost fatal(String reason) {
        return new SplitLockCost(Finding.FATAL, null, null, reason);
    }

    /** It was not tried. */
    public static SplitLockCost notTimed(String reason) {
        return new SplitLockCost(Finding.NOT_TIMED, null, null, reason);
    }
}
