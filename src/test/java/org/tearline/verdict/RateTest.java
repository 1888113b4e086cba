// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateTest {
    @Test
    void shouldRangeFromTheLowestToTheHighestSlice() {
        assertThat(Rate.NONE.plus(500, 1_000).plus(100, 1_000).plus(0, 0)).isEqualTo(new Rate(2, 0.1, 0.5));
    }

    @Test
    void shouldNotMistakeAShortNegativeResultForALowRate() {
        assertThat(Rate.NONE.plus(500, 1_000).plus(0, 10)).isEqualTo(new Rate(2, 0.3, 0.5));
        assertThat(Rate.NONE.plus(0, 2)).as("two changes exclude no rate").isEqualTo(new Rate(1, 1, 0));
    }

    @Test
    void shouldIncludeTheRateOfAllSlices() {
        Rate slices = Rate.NONE.plus(5, 10).plus(0, 10).plus(0, 10);
        assertThat(slices).isEqualTo(new Rate(3, 0.3, 0.5));
        assertThat(slices.with(new Counts(0, 0, 50, 5, 0, 0, 0))).isEqualTo(new Rate(3, 0.1, 0.5));
        assertThat(slices.with(new Counts(0, 0, 10, 5, 0, 0, 0))).isEqualTo(slices);
        assertThat(Rate.NONE.with(Counts.NONE).slices()).isZero();
    }
}
