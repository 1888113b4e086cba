// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;

/**
 * The counts of stores, and of reads by what they returned.
 *
 * @param writes    stores attempted
 * @param changes   reads that returned a different value from the previous read, planted values excluded; only
 *                  these can be torn
 * @param torn      mixtures of two or more writes at legal seams; may contain planted bytes
 * @param alien     other values that no writer stored, which show a fault of the harness or of the memory
 * @param confirmed torn values that a locked instruction found in memory
 * @param failedCas the writers' attempts to compare and set, or to get and add, that found another value
 */
public record Counts(long writes, long reads, long changes, long torn, long alien, long confirmed, long failedCas) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    /** The largest integer that every JSON reader represents exactly: 2^53 - 1. */
    public static final long MOST = (1L << 53) - 1;

    public Seen seen() {
        return new Seen(changes, torn);
    }

    /** Returns the sum, limited to {@link #MOST} so that it cannot overflow. */
    public static long sum(long a, long b) {
        return Math.min(MOST, Math.min(MOST, a) + Math.min(MOST, b));
    }

    public static long sum(Collection<Long> counts) {
        return counts.stream().reduce(0L, Counts::sum);
    }

    public Counts plus(Counts other) {
        return new Counts(writes + other.writes, reads + other.reads, changes + other.changes, torn + other.torn,
            alien + other.alien, confirmed + other.confirmed, failedCas + other.failedCas);
    }
}
