// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

/**
 * The range of tears per change among the slices of a run. Tears come in bursts, so slices differ more than they would
 * if changes were independent.
 *
 * @param slices  slices with at least one change
 * @param lowest  the lowest rate of a slice; a slice without a tear counts with the rate that it excludes at 95 %
 * @param highest the highest rate of a slice
 */
public record Rate(int slices, double lowest, double highest) {
    /** The empty range. The lowest rate exceeds the highest, so the first slice sets both. */
    public static final Rate NONE = new Rate(0, 1, 0);

    /** Adds a slice, unless it has no changes. */
    public Rate plus(Seen slice) {
        if (slice.changes() == 0) {
            return this;
        }
        double excluded = slice.rate();
        if (slice.torn() == 0) {
            excluded = Math.min(1, Silence.RULE_OF_THREE / slice.changes());
        }
        return new Rate(slices + 1, Math.min(lowest, excluded), Math.max(highest, slice.rate()));
    }

    /** Extends the range to the rate of all slices, which the bounds of short ones may exceed. */
    public Rate with(Seen all) {
        return new Rate(slices, Math.min(lowest, all.rate()), highest);
    }
}
