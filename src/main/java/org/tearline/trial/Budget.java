// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;

/**
 * When a trial ends.
 *
 * @param nanos   limit of the counting time; {@link Long#MAX_VALUE} for none
 * @param changes how many a "none seen" needs
 */
public record Budget(long nanos, long changes, Until until) {
    /** Changes for a "none seen" where both sides are ordinary accesses: about a second on a desktop CPU. */
    public static final long DEFAULT_CHANGES = 10_000_000;
    /** Changes for a "none seen" where both sides are split-locked: each such access delays other cores. */
    public static final long DEFAULT_SPLIT_LOCKED_CHANGES = 100_000;

    /**
     * Changes without which not even a weak "none seen" is said where a side is split-locked: some 200 planted tears
     * prove the reader by then. Emerald Rapids takes 15 µs for a split lock and makes 6,000 changes a second, so it
     * would have to lock for 17 s to make the 100,000 of one strong negative result.
     */
    public static final long LEAST_SPLIT_LOCKED_CHANGES = 2_000;

    /**
     * Changes for a "none seen" where one side is split-locked and the other is not, a pair that can tear: a second of
     * them. On Zen 4 a CAS writer's tears come in bursts, and a tenth of this missed them in half of the runs.
     */
    public static final long DEFAULT_HALF_LOCKED_CHANGES = 1_000_000;

    /** Changes from which "none seen" is said of a trial with so many split-locked sides; weak below the budget. */
    public long leastChanges(int splitLockedSides) {
        return leastChanges(changes, splitLockedSides);
    }

    /** The same for a budget of so many changes. */
    public static long leastChanges(long changes, int splitLockedSides) {
        return splitLockedSides > 0 ? Math.min(changes, LEAST_SPLIT_LOCKED_CHANGES) : changes;
    }

    /** When a trial that has torn ends. */
    public enum Until {
        /** At the first tear. */
        FIRST,
        /** At the end of the slice in which the first tear came: the seam and the order of the rate are then known. */
        SETTLED,
        /** Not before the changes or the time are used up. */
        BUDGET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
