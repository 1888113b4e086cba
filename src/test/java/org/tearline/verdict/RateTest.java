// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.tearline.verdict.Rate.Interval;

class RateTest {
    private static final double TRUE_RATE = 0.2;
    private static final int SLICES = 40;
    private static final int CHANGES = 500;

    @Test
    void shouldEqualWilsonsIntervalForEqualSamples() {
        Rate rate = Rate.NONE;
        for (int i = 0; i < 1_000; i++) {
            rate = rate.plus(5, 10);
        }
        // Wilson's score interval for 5,000 of 10,000.
        assertThat(rate.overdispersion()).isOne();
        assertThat(rate.interval95().lower()).isCloseTo(0.4902, Offset.offset(1e-4));
        assertThat(rate.interval95().upper()).isCloseTo(0.5098, Offset.offset(1e-4));
    }

    @Test
    void shouldContainTheTrueRateIn95Percent() {
        assertThat(coverage(1)).as("independent").isBetween(0.93, 0.985);
        assertThat(coverage(50)).as("bursts of 50").isBetween(0.91, 0.985);
    }

    @Test
    void shouldWidenTheIntervalOfClusteredTears() {
        Rate spread = Rate.NONE;
        Rate clustered = Rate.NONE;
        for (int i = 0; i < 10; i++) {
            spread = spread.plus(30, 1_000);
            clustered = clustered.plus(i == 3 ? 300 : 0, 1_000);
        }
        assertThat(spread.perChange()).isEqualTo(clustered.perChange());
        assertThat(spread.isTenfold()).isFalse();
        assertThat(clustered.isTenfold()).isTrue();
        Interval narrow = spread.interval95();
        Interval wide = clustered.interval95();
        assertThat(wide.upper() - wide.lower()).isGreaterThan(5 * (narrow.upper() - narrow.lower()));
    }

    @Test
    void shouldHaveNoIntervalForOneSample() {
        assertThat(Rate.NONE.interval95()).isNull();
        assertThat(Rate.NONE.plus(3, 10).interval95()).isNull();
        assertThat(Rate.NONE.plus(3, 10).plus(0, 0).samples()).isOne();
    }

    @Test
    void shouldNotMistakeAShortNegativeResultForALowRate() {
        assertThat(Rate.NONE.plus(500, 1_000).plus(0, 10).isTenfold()).as("excludes 0.3").isFalse();
        assertThat(Rate.NONE.plus(500, 1_000).plus(0, 1_000).isTenfold()).as("excludes 0.003").isTrue();
    }

    /** How often the interval contains the true rate if tears come in bursts. */
    private static double coverage(int burst) {
        SplittableRandom random = new SplittableRandom(7);
        int covered = 0;
        int trials = 600;
        for (int trial = 0; trial < trials; trial++) {
            Rate rate = Rate.NONE;
            for (int slice = 0; slice < SLICES; slice++) {
                long torn = 0;
                for (int change = 0; change < CHANGES; change += burst) {
                    torn += random.nextDouble() < TRUE_RATE ? burst : 0;
                }
                rate = rate.plus(torn, CHANGES);
            }
            covered += rate.interval95().lower() <= TRUE_RATE && TRUE_RATE <= rate.interval95().upper() ? 1 : 0;
        }
        return (double) covered / trials;
    }
}
