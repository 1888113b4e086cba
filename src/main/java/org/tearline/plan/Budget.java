package org.tearline.plan;

/**
 * When a trial ends. Immutable.
 *
 * @param nanos   upper limit of the counting time; {@link Long#MAX_VALUE} for no limit
 * @param changes how many changes a "none seen" needs
 * @param until   whether the first tear ends the trial
 */
public record Budget(long nanos, long changes, Until until) {
    /** Changes for a "none seen" where both sides are ordinary accesses: about a second on a desktop CPU. */
    public static final long DEFAULT_CHANGES = 10_000_000;

    /** Changes for a "none seen" where a side is split-locked: each such access stalls the whole machine. */
    public static final long DEFAULT_SPLIT_LOCKED_CHANGES = 100_000;
}
