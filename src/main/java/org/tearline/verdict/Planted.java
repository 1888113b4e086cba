// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.Generations;

/**
 * How many planted tears the reader found.
 *
 * @param expected planted tears that a reader of every store finds in as many ordinary changes
 */
public record Planted(long found, long expected) {
    public static final Planted NONE = new Planted(0, 0);

    /** If the reader finds a smaller share of the expected tears, the reader or the writer is faulty. */
    private static final double NEEDED_EFFICIENCY = 0.5;

    /**
     * If the reader finds a larger share, it did not sample the stores evenly; see docs/method.md. Even sampling
     * gives a share of 0.89 to 1.
     */
    private static final double MOST_EFFICIENCY = 1.5;

    /** If fewer are expected, chance alone may double or halve the number found. */
    private static final int LEAST_EXPECTED = 20;

    /** Computes the expected tears from the changes to ordinary values. */
    public static Planted of(long found, long wholeChanges) {
        return new Planted(found, wholeChanges * Generations.PLANTED / Generations.ORDINARY);
    }

    /**
     * Converts a number of missing ordinary changes to the number that includes changes to planted values. There is no
     * limit if none are missing, as in a trial that goes on after a tear without a witness.
     */
    public static long withPlanted(long ordinary) {
        if (ordinary <= 0 || ordinary > Long.MAX_VALUE / Generations.PLANTED_BLOCK) {
            return Long.MAX_VALUE;
        }
        return ordinary * Generations.PLANTED_BLOCK / (Generations.PLANTED_BLOCK - 1) + Generations.PLANTED_BLOCK;
    }

    public Planted plus(Planted other) {
        return new Planted(Counts.sum(found, other.found), Counts.sum(expected, other.expected));
    }

    /**
     * Returns the share of the expected tears that was found, or 0 if none were expected. A reader that sees every
     * store finds all planted values. A reader that samples stores at random finds 8/9 of them, because one planted
     * value in nine follows another planted value and is then not a change.
     */
    public double efficiency() {
        if (expected == 0) {
            return 0;
        }
        return (double) found / expected;
    }

    /** Whether too few were expected for their number to say anything about the reader. */
    boolean few() {
        return expected < LEAST_EXPECTED;
    }

    /** Whether the reader found more planted tears than it could by sampling the stores evenly. */
    public boolean tooOften() {
        return efficiency() > MOST_EFFICIENCY;
    }

    /** Whether the reader found enough planted tears to trust a negative result. */
    public boolean held() {
        return expected > 0 && efficiency() >= NEEDED_EFFICIENCY;
    }
}
