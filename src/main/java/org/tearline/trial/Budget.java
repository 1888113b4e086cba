// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * When a trial ends.
 *
 * @param nanos   the limit on the counting time, or on all time if both sides use split locks; {@link Long#MAX_VALUE}
 *                for none
 * @param changes the number of changes after which a trial without a tear ends
 */
public record Budget(long nanos, long changes, Until until) {
    /** Ten times what a desktop CPU needs. */
    public static final int DEFAULT_SECONDS = 10;
    /** Leaves 6 s for startup and controls on a loaded machine, so that the verdict is there within 10 s. */
    public static final int DEFAULT_SPLIT_LOCKED_SECONDS = 4;
    /** The default without split locks: about a second on a desktop CPU. */
    public static final long DEFAULT_CHANGES = 10_000_000;
    /** The default if both sides use split locks, which delay other cores. */
    public static final long DEFAULT_SPLIT_LOCKED_CHANGES = 100_000;
    /** The minimum for a weak negative result: its bound is one tear in 33,000 changes. */
    public static final long LEAST_CHANGES = 100_000;
    /**
     * The minimum for a weak negative result if both sides use split locks. Besides this many changes, the reader
     * finds about 200 planted values, which test it. On Emerald Rapids, a split lock takes 15 us and a trial makes
     * 6,000 changes per second, so the 100,000 changes for a strong negative result would take 17 s.
     */
    public static final long LEAST_SPLIT_LOCKED_CHANGES = 2_000;
    /**
     * The default if one side uses split locks: about a second. On Zen 4, a CAS writer's tears come in bursts, and
     * half of the runs with a tenth as many changes missed them.
     */
    public static final long DEFAULT_HALF_LOCKED_CHANGES = 1_000_000;

    /** Ends a trial as {@link Until#SETTLED} says. */
    public Budget(long nanos, long changes) {
        this(nanos, changes, Until.SETTLED);
    }
}
