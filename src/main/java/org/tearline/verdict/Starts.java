// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The results of one trial that ran several times, each time in a new JVM. */
public record Starts(List<TrialResult> results) {
    /** The median, which is the mean of the two in the middle of an even number, and the range. */
    public record Spread(double median, double lowest, double highest) {
        /** Returns null if there are no values. */
        static Spread of(List<? extends Number> values) {
            if (values.isEmpty()) {
                return null;
            }
            double[] sorted = values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
            int last = sorted.length - 1;
            return new Spread((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
        }
    }

    /** Returns the first result with the worst verdict, or with the weakest of the best. */
    public TrialResult deciding() {
        return results.stream()
            .min(Comparator.comparing((TrialResult result) -> result.judgement().verdict())
                .thenComparing(result -> result.judgement().weakness() == null))
            .orElseThrow();
    }

    public long torn() {
        return results.stream().filter(result -> result.judgement().verdict() == Verdict.TORN).count();
    }

    /** Returns the counting time until the first tear, of the starts that have one; null if none has. */
    public Spread firstTornNanos() {
        return Spread.of(results.stream().map(TrialResult::firstTornNanos).filter(Objects::nonNull).toList());
    }

    /** Returns the rate, of the starts that have one; null if none has. */
    public Spread tornPerChange() {
        return Spread.of(results.stream().map(TrialResult::tornPerChange).filter(Objects::nonNull).toList());
    }
}
