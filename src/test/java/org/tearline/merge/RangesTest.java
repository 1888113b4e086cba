// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;

/** The range beside a median is that of forks and of runs, and never the interval of one JVM. */
class RangesTest {

    @Test
    void shouldShowHowFarTwoRunsLieApartThatAreEachSureOfThemselves() {
        Costs first = costs(times("writer", null, 10_000, 9_900, 10_100));
        Costs second = costs(times("writer", null, 52_000, 51_000, 53_000));

        assertThat(words(Ranges.of(first, List.of(first, second)))).isEqualTo("10..52");
        assertThat(words(Ranges.of(second, List.of(first, second)))).isEqualTo("10..52");
        assertThat(words(Ranges.of(first))).isEqualTo("10");
    }

    /** A second, newer file spoke for the medians: no run that agrees with none has more weight than another. */
    @Test
    void shouldShowTheRangeAloneWhereNoOtherRunAgrees() {
        Costs one = costs(times("writer", null, 10_000, 9_900, 10_100));
        Costs near = costs(times("writer", null, 14_000, 13_900, 14_100));
        Costs far = costs(times("writer", null, 100_000, 99_000, 101_000));

        assertThat(words(Ranges.of(one, List.of(one, near)))).isEqualTo("10 [10..14]");
        assertThat(words(Ranges.of(one, List.of(one, near, far)))).isEqualTo("10 [10..100]");
        assertThat(words(Ranges.of(far, List.of(far, one, near)))).isEqualTo("10..100");
        assertThat(words(Ranges.of(far, List.of(far, one)))).isEqualTo("10..100");
    }

    /** A number right below the range said so once, and ratios and drawings took it for a time. */
    @Test
    void shouldSayApartFromTheNumbersThatAMedianStandsAlone() {
        Costs one = costs(times("writer", null, 10_000, 9_900, 10_100));
        Costs far = costs(times("writer", null, 100_000, 99_000, 101_000));

        Ranged ranged = Ranges.of(far, List.of(far, one));

        assertThat(spread(ranged)).isEqualTo(new Spread(OptionalDouble.empty(), 10, 100));
        assertThat(ranged.costs().series(Question.REMEDIES).get(0).medianPicos()).containsExactly(100_000L);
        assertThat(Spread.ratio(spread(ranged), spread(Ranges.of(one)))).isNull();
        assertThat(Spread.ratio(spread(Ranges.of(far)), spread(Ranges.of(one)))).isEqualTo(10);
    }

    @Test
    void shouldTakeTheRangeOfSeveralForksAndNotTheIntervalOfOne() {
        Costs several = costs(times("writer", 3, 10_000, 2_000, 28_000));
        Costs one = costs(times("writer", 1, 11_000, 1_000, 99_000));

        assertThat(words(Ranges.of(several))).isEqualTo("10 [2.0..28]");
        assertThat(words(Ranges.of(one))).isEqualTo("11");
        assertThat(words(Ranges.of(one, List.of(one, several)))).isEqualTo("11 [2.0..28]");
    }

    @Test
    void shouldNotCompareWhatIsNotTheSame() {
        Costs writer = costs(times("writer", 3, 10_000, 9_000, 11_000));
        Costs reader = costs(times("reader", 3, 90_000, 80_000, 99_000));

        assertThat(words(Ranges.of(writer, List.of(writer, reader)))).isEqualTo("10 [9.0..11]");
    }

    @Test
    void shouldLeaveTheFilesOwnNumbersAlone() {
        Costs first = costs(times("writer", 3, 10_000, 9_000, 11_000));

        Ranged ranged = Ranges.of(first, List.of(first, costs(times("writer", 3, 15_000, 14_000, 16_000))));

        assertThat(ranged.costs().series(Question.REMEDIES).get(0).medianPicos()).containsExactly(10_000L);
        assertThat(first.series(Question.REMEDIES).get(0).highPicos()).containsExactly(11_000L);
    }

    private static Spread spread(Ranged ranged) {
        return ranged.spread(ranged.costs().series(Question.REMEDIES).get(0), 0);
    }

    private static String words(Ranged ranged) {
        return spread(ranged).words();
    }

    private static Costs costs(Times times) {
        return new Costs("quick", "1.37", 2, List.of(new Costs.Group(Question.REMEDIES, List.of(times), null)), null,
            null);
    }

    private static Times times(String side, Integer forks, long median, long low, long high) {
        return new Times(new Setting(null, null, null, null, null, side, null, null, null, null, null), Metric.TIME,
            Axis.REMEDY, null, List.of("seqlock"), List.of(9L), forks == null ? null : List.of(forks), List.of(median),
            List.of(low), List.of(high), null, null);
    }
}
