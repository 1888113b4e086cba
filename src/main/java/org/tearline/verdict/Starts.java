// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Comparator;
import java.util.List;

/** The results of one trial that ran several times, each time in a new JVM. */
public record Starts(List<TrialResult> results) {
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
        return Spread.of(results.stream().map(TrialResult::firstTornNanos).toList());
    }

    /** Returns the rate, of the starts that have one; null if none has. */
    public Spread tornPerChange() {
        return Spread.of(results.stream().map(TrialResult::tornPerChange).toList());
    }
}
