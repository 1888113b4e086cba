// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.WriteMode;

class StartsTest {
    private static final TrialSpec TRIAL = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);

    @ParameterizedTest
    @CsvSource({"7, 7, 7, 7", "3 9, 6, 3, 9", "9 1 2, 2, 1, 9", "40 10 20 30, 25, 10, 40"})
    void shouldFindTheMedianAndTheRange(String values, double median, double lowest, double highest) {
        List<Long> numbers = Arrays.stream(values.split(" ")).map(Long::valueOf).toList();
        assertThat(Spread.of(numbers)).isEqualTo(new Spread(median, lowest, highest));
    }

    @Test
    void shouldDecideByTheWorstVerdictAndTheWeakestOfTheBest() {
        TrialResult strong = Samples.result(TRIAL, Samples.silent(12_345_678, Samples.CONTROLS));
        TrialResult weak = Samples.result(TRIAL, Samples.silent(1_000, Samples.CONTROLS));
        TrialResult torn = Samples.result(TRIAL, Samples.torn());

        assertThat(new Starts(List.of(strong, torn, weak)).deciding()).isSameAs(torn);
        assertThat(new Starts(List.of(strong, weak)).deciding()).isSameAs(weak);
    }

    @Test
    void shouldHaveARateOnlyIfCountingContinuedAfterATear() {
        Budget whole = new Budget(1_000_000_000, 1_000, Until.BUDGET);
        TrialResult counted = Samples.result(TRIAL, whole, Samples.torn());
        TrialResult stopped = Samples.result(TRIAL, Samples.torn());

        assertThat(new Starts(List.of(stopped)).tornPerChange()).isNull();
        assertThat(new Starts(Stream.of(counted, stopped).toList()).tornPerChange().median()).isEqualTo(3 / 700.0);
        assertThat(new Starts(List.of(stopped)).firstTornNanos().median()).isEqualTo(1_500_000);
    }
}
