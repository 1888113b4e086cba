// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Tally.Counts;

/**
 * Tears per change over several samples: the slices of a run, or the memories and files for a place. Tears come in
 * bursts, so samples differ more than they would if changes were independent. The interval accounts for that.
 *
 * @param samples samples with at least one change
 * @param squares the sum of torn * torn / changes over the samples
 * @param lowest  the lowest rate of a sample, where a sample without a tear has the rate that it excludes at 95 %
 * @param highest the highest rate of a sample
 */
public record Rate(int samples, long torn, long changes, double squares, double lowest, double highest) {
    public static final Rate NONE = new Rate(0, 0, 0, 0, 1, 0);

    /** The two-sided 95 % quantile of the normal distribution. */
    private static final double Z = 1.959964;

    /** The same quantile of Student's t-distribution with 1 to 10 degrees of freedom. */
    private static final double[] STUDENT = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};

    /** If the rates of samples differ by this factor, a mean would be misleading. */
    private static final double TENFOLD = 10;

    /** A confidence interval for a rate; both bounds are from 0 to 1. */
    public record Interval(double lower, double upper) {
    }

    public Rate plus(long moreTorn, long moreChanges) {
        if (moreChanges == 0) {
            return this;
        }
        double rate = (double) moreTorn / moreChanges;
        double excluded = moreTorn > 0 ? rate : Math.min(1, Silence.RULE_OF_THREE / moreChanges);
        return new Rate(samples + 1, Counts.sum(torn, moreTorn), Counts.sum(changes, moreChanges),
            squares + rate * moreTorn, Math.min(lowest, excluded), Math.max(highest, rate));
    }

    public double perChange() {
        return changes == 0 ? 0 : (double) torn / changes;
    }

    /** Whether samples differ tenfold or more, so that their range is shown instead of a mean. */
    public boolean isTenfold() {
        return torn > 0 && highest >= TENFOLD * lowest;
    }

    /**
     * The variance of the samples divided by that of independent changes: Pearson's statistic divided by its degrees of
     * freedom, but at least one.
     */
    public double overdispersion() {
        double rate = perChange();
        return samples < 2 || rate == 0 || rate == 1 ? 1
            : Math.max(1, (squares - rate * torn) / (rate * (1 - rate)) / (samples - 1));
    }

    /**
     * Wilson's score interval with Student's quantile, for the changes divided by the overdispersion. Null if there are
     * fewer than two samples, because a single sample shows no spread.
     */
    public Interval interval95() {
        if (samples < 2 || changes == 0) {
            return null;
        }
        double rate = perChange();
        double independent = changes / overdispersion();
        double z = quantile(samples - 1);
        double scale = 1 + z * z / independent;
        double centre = (rate + z * z / (2 * independent)) / scale;
        double half = z / scale * Math.sqrt(rate * (1 - rate) / independent + z * z / (4 * independent * independent));
        return new Interval(torn == 0 ? 0 : Math.max(0, centre - half), torn == changes ? 1
            : Math.min(1, centre + half));
    }

    /** Beyond the table, uses Abramowitz and Stegun 26.7.5, whose first terms are accurate to a thousandth. */
    private static double quantile(int degreesOfFreedom) {
        return degreesOfFreedom <= STUDENT.length ? STUDENT[degreesOfFreedom - 1]
            : Z + (Z * Z * Z + Z) / (4.0 * degreesOfFreedom)
                + (5 * Math.pow(Z, 5) + 16 * Z * Z * Z + 3 * Z) / (96.0 * degreesOfFreedom * degreesOfFreedom);
    }
}
