// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;

/**
 * Holds what was counted while a trial hammered. Immutable; all counts are zero or more.
 *
 * @param writes    stores tried
 * @param reads     reads done
 * @param changes   reads that returned another value than the read before: the only ones that can be torn; planted
 *                  values are not among them
 * @param torn      values mixed of two writes at a legal seam
 * @param alien     values that are no such mixture: a fault of the harness or of the memory
 * @param confirmed torn values that a locked instruction found in memory
 * @param failedCas compare-and-sets of writers that did not store
 */
public record Counts(long writes, long reads, long changes, long torn, long alien, long confirmed, long failedCas) {
    /** Nothing counted yet. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    /** The largest integer that every JSON reader keeps exactly: 2^53 - 1. */
    public static final long MOST = (1L << 53) - 1;

    /** Two counts of zero or more together, but never more than {@link #MOST}: no sum wraps round. */
    public static long sum(long a, long b) {
        return Math.min(MOST, Math.min(MOST, a) + Math.min(MOST, b));
    }

    /** The same of many. */
    public static long sum(Collection<Long> counts) {
        return counts.stream().reduce(0L, Counts::sum);
    }

    public Counts plus(Counts other) {
        return new Counts(writes + other.writes, reads + other.reads, changes + other.changes, torn + other.torn,
            alien + other.alien, confirmed + other.confirmed, failedCas + other.failedCas);
    }
}
