// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.Generations;

/**
 * Says how many planted tears the reader found, and how many it should have come upon. Immutable.
 *
 * @param found    planted values found
 * @param expected planted values among so many whole ordinary changes, by the share in which they are stored
 */
public record Planted(long found, long expected) {
    /** Nothing was looked for. */
    public static final Planted NONE = new Planted(0, 0);

    /** Two of these still fit into a long. */
    private static final long MOST = Long.MAX_VALUE / 2;

    /** Below this share of what was expected the reader or the writer is not what it should be. */
    private static final double NEEDED_EFFICIENCY = 0.5;

    /**
     * Above this the reader met the planted entries of the table far more often than the others, so it did not sample
     * them evenly: see docs/method.md. Even sampling gives 0.89 to 1.
     */
    private static final double MOST_EFFICIENCY = 1.5;

    /** What follows from the changes that were neither planted nor torn. */
    public static Planted of(long found, long wholeChanges) {
        return new Planted(found, wholeChanges / (Generations.PLANTED_BLOCK - 1));
    }

    /** Both together; however many are added up, no sum wraps round. */
    public Planted plus(Planted other) {
        return new Planted(Math.min(MOST, found + other.found), Math.min(MOST, expected + other.expected));
    }

    /**
     * The share that was found: 1 where the reader sees every store, 8/9 where it samples them at random, for
     * then one planted value in nine follows another and is no change. 0 if nothing was expected.
     */
    public double efficiency() {
        return expected == 0 ? 0 : (double) found / expected;
    }

    /** Whether more were found than a reader that meets all entries alike can find. */
    public boolean tooOften() {
        return efficiency() > MOST_EFFICIENCY;
    }

    /** Whether enough were found to believe a negative result. */
    public boolean held() {
        return expected > 0 && efficiency() >= NEEDED_EFFICIENCY;
    }
}
