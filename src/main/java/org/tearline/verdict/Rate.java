// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.verdict.Grading.Silence;
import org.tearline.verdict.Tally.Counts;

/**
 * A rate of tears per change, of several samples: the slices of a run, or the memories and files of a place. Tears come
 * in bursts, so samples differ by more than chance would make them if every change were independent. The interval
 * follows from that difference. Immutable.
 *
 * @param samples    how many with at least one change
 * @param torn       tears of all
 * @param changes    changes of all
 * @param squares    the sum of torn * torn / changes over the samples
 * @param lowest     the lowest rate that a sample had, or that it excludes at 95 % if it had no tear
 * @param highest    the highest rate that a sample had
 */
public record Rate(int samples, long torn, long changes, double squares, double lowest, double highest) {
    /** Of no sample. */
    public static final Rate NONE = new Rate(0, 0, 0, 0, 1, 0);

    /** Of this quantile the normal distribution has 95 % within. */
    private static final double Z = 1.959964;

    /** The same quantile of Student's distribution with 1 to 10 degrees of freedom. */
    private static final double[] STUDENT = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};

    /** From here on one number would say more than is known. */
    private static final double TENFOLD = 10;

    /**
     * Between which rates the true one lies with 95 % confidence. Immutable.
     *
     * @param lower 0 to 1
     * @param upper 0 to 1, not below the lower one
     */
    public record Interval(double lower, double upper) {
    }

    /** The same with another sample. */
    public Rate plus(long moreTorn, long moreChanges) {
        if (moreChanges == 0) {
            return this;
        }
        double rate = (double) moreTorn / moreChanges;
        double excluded = moreTorn > 0 ? rate : Math.min(1, Silence.RULE_OF_THREE / moreChanges);
        return new Rate(samples + 1, Counts.sum(torn, moreTorn), Counts.sum(changes, moreChanges),
            squares + rate * moreTorn, Math.min(lowest, excluded), Math.max(highest, rate));
    }

    /** The same with all samples of another. */
    public Rate plus(Rate other) {
        return new Rate(samples + other.samples, Counts.sum(torn, other.torn), Counts.sum(changes, other.changes),
            squares + other.squares, Math.min(lowest, other.lowest), Math.max(highest, other.highest));
    }

    /** Tears per change. */
    public double perChange() {
        return changes == 0 ? 0 : (double) torn / changes;
    }

    /** Whether samples differ tenfold or more: then their range is to be shown and not a mean. */
    public boolean isTenfold() {
        return torn > 0 && highest >= TENFOLD * lowest;
    }

    /**
     * How many times as large as of independent changes the variance of a sample's tears is: Pearson's
     * statistic over its degrees of freedom, never less than one.
     */
    public double overdispersion() {
        double rate = perChange();
        return samples < 2 || rate == 0 || rate == 1 ? 1
            : Math.max(1, (squares - rate * torn) / (rate * (1 - rate)) / (samples - 1));
    }

    /**
     * Wilson's score interval of so many changes as there would be if they were independent, by Student's quantile.
     * Null if there are fewer than two samples: one says nothing of its own spread.
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

    /** Beyond the table by the first terms of its expansion, to a thousandth. */
    private static double quantile(int degreesOfFreedom) {
        return degreesOfFreedom <= STUDENT.length ? STUDENT[degreesOfFreedom - 1]
            : Z + (Z * Z * Z + Z) / (4.0 * degreesOfFreedom)
                + (5 * Math.pow(Z, 5) + 16 * Z * Z * Z + 3 * Z) / (96.0 * degreesOfFreedom * degreesOfFreedom);
    }
}
