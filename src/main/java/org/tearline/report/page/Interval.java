// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

/**
 * Between which rates the true one lies with 95 % confidence, if the changes were independent: Wilson's score interval,
 * which is never empty and never leaves 0 to 1, however rare the tears. Immutable.
 */
record Interval(double lower, double upper) {
    /** The normal distribution has 95 % within so many standard deviations. */
    private static final double Z = 1.959964;

    static Interval of(long torn, long changes) {
        if (changes == 0) {
            return new Interval(0, 1);
        }
        double rate = (double) torn / changes;
        double scale = 1 + Z * Z / changes;
        double centre = (rate + Z * Z / (2.0 * changes)) / scale;
        double half = Z / scale * Math.sqrt(rate * (1 - rate) / changes + Z * Z / (4.0 * changes * changes));
        return new Interval(torn == 0 ? 0 : Math.max(0, centre - half), torn == changes ? 1
            : Math.min(1, centre + half));
    }
}
