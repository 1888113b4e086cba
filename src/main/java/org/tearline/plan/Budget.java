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

    /** Changes for a "none seen" where both sides are split-locked: each such access stalls the whole machine. */
    public static final long DEFAULT_SPLIT_LOCKED_CHANGES = 100_000;

    /**
     * Changes for a "none seen" where one side is split-locked and the other is not, a pair that can tear: a second of
     * them. On Zen 4 a CAS writer's tears come in bursts, and a tenth of this missed them in half of the runs.
     */
    public static final long DEFAULT_HALF_LOCKED_CHANGES = 1_000_000;
}
