// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/**
 * A median and how sure it is. Immutable.
 *
 * @param samples how many it was made of
 * @param forks   in how many JVMs
 * @param low     with {@code high} the least and the largest median of the forks; of one fork the interval that holds
 *                the true median with 95 %, whatever the distribution: the order statistics that a binomial of one half
 *                leaves out with 2.5 % each. Below six samples there is no such interval, and it is the least and the
 *                largest
 */
public record Estimate(int samples, int forks, double median, double low, double high) {
    private static final double TAIL = 0.025;

    /** Of at least one sample. */
    public static Estimate of(List<Double> samples) {
        List<Double> sorted = samples.stream().sorted().toList();
        int n = sorted.size();
        double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        int rank = leastRank(n);
        return new Estimate(n, 1, median, sorted.get(rank), sorted.get(n - 1 - rank));
    }

    /**
     * Of at least one fork, each with at least one sample: the median of their medians and the range of these. Samples
     * of one JVM are not independent, so an interval of all of them pooled is too narrow.
     */
    static Estimate ofForks(List<List<Double>> forks) {
        if (forks.size() == 1) {
            return of(forks.get(0));
        }
        Estimate medians = of(forks.stream().map(fork -> of(fork).median()).toList());
        double[] all = forks.stream().mapToDouble(fork -> of(fork).median()).sorted().toArray();
        return new Estimate(forks.stream().mapToInt(List::size).sum(), forks.size(), medians.median(), all[0],
            all[all.length - 1]);
    }

    /** Returns the largest index that is above the median with at most 2.5 %; 0 where none is. */
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
