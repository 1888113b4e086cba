// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/**
 * A median and how sure it is. Immutable.
 *
 * @param samples how many it was made of
 * @param low     with {@code high}, the interval that holds the true median with 95 %, whatever the distribution: the
 *                order statistics that a binomial of one half leaves out with 2.5 % each. Below six samples there is no
 *                such interval, and it is the least and the largest
 */
public record Estimate(int samples, double median, double low, double high) {
    private static final double TAIL = 0.025;

    /** Of at least one sample. */
    public static Estimate of(List<Double> samples) {
        List<Double> sorted = samples.stream().sorted().toList();
        int n = sorted.size();
        double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        int rank = leastRank(n);
        return new Estimate(n, median, sorted.get(rank), sorted.get(n - 1 - rank));
    }

    /** The largest index that is above the median with at most 2.5 %; 0 where none is. */
    private static int leastRank(int n) {
        double term = Math.pow(0.5, n);
        double below = term;
        int rank = 0;
        while (below <= TAIL) {
            term = term * (n - rank) / (rank + 1);
            below += term;
            if (below <= TAIL) {
                rank++;
            } else {
                break;
            }
        }
        return rank;
    }
}
