// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateTest {
    @Test
    void shouldRangeFromTheLowestToTheHighestSlice() {
        assertThat(Rate.NONE.plus(new Seen(1_000, 500)).plus(new Seen(1_000, 100)).plus(Seen.NOTHING))
            .isEqualTo(new Rate(2, 0.1, 0.5));
    }

    @Test
    void shouldNotMistakeAShortNegativeResultForALowRate() {
        assertThat(Rate.NONE.plus(new Seen(1_000, 500)).plus(new Seen(10, 0))).isEqualTo(new Rate(2, 0.3, 0.5));
        assertThat(Rate.NONE.plus(new Seen(2, 0))).as("two changes exclude no rate").isEqualTo(new Rate(1, 1, 0));
    }

    @Test
    void shouldIncludeTheRateOfAllSlices() {
        Rate slices = Rate.NONE.plus(new Seen(10, 5)).plus(new Seen(10, 0)).plus(new Seen(10, 0));
        assertThat(slices).isEqualTo(new Rate(3, 0.3, 0.5));
        assertThat(slices.with(new Seen(50, 5))).isEqualTo(new Rate(3, 0.1, 0.5));
        assertThat(slices.with(new Seen(10, 5))).isEqualTo(slices);
        assertThat(Rate.NONE.with(Seen.NOTHING).slices()).isZero();
    }
}
