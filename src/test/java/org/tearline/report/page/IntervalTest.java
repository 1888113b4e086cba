// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class IntervalTest {
    @Test
    void shouldAgreeWithTheTables() {
        // Brown, Cai and DasGupta, Interval Estimation for a Binomial Proportion, 2001; any table of Wilson's score.
        assertThat(Interval.of(5, 10).lower()).isCloseTo(0.2366, Offset.offset(1e-4));
        assertThat(Interval.of(5, 10).upper()).isCloseTo(0.7634, Offset.offset(1e-4));
        assertThat(Interval.of(0, 10).upper()).isCloseTo(0.2775, Offset.offset(1e-4));
        assertThat(Interval.of(0, 10).lower()).isZero();
        assertThat(Interval.of(10, 10).upper()).isOne();
        assertThat(Interval.of(0, 0)).isEqualTo(new Interval(0, 1));
    }

    @Test
    void shouldHoldTheTrueRateNineteenTimesOfTwenty() {
        SplittableRandom random = new SplittableRandom(1);
        for (double rate : new double[] {0.01, 0.1, 0.5, 0.9}) {
            int held = 0;
            for (int trial = 0; trial < 2_000; trial++) {
                long torn = random.doubles(1_000).filter(it -> it < rate).count();
                Interval interval = Interval.of(torn, 1_000);
                held += interval.lower() <= rate && rate <= interval.upper() ? 1 : 0;
            }
            assertThat(held).as("at %s", rate).isBetween(1_860, 1_950);
        }
    }
}
