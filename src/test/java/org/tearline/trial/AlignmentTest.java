// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.Geometry.Alignment;

class AlignmentTest {
    private static final int LONG = 8;

    @ParameterizedTest
    @CsvSource({
        "64, 0, ALIGNED", "64, 56, ALIGNED", "64, 4088, ALIGNED", "64, 1, ACROSS_8", "64, 52, ACROSS_8",
        "64, 12, ACROSS_16", "64, 28, ACROSS_32", "64, 57, ACROSS_LINE", "64, 63, ACROSS_LINE",
        "64, 4089, ACROSS_PAGE", "64, 4095, ACROSS_PAGE", "64, 4097, ACROSS_8",
        "128, 60, ACROSS_64", "128, 124, ACROSS_LINE", "256, 124, ACROSS_64", "256, 252, ACROSS_LINE",
        "32, 28, ACROSS_LINE", "32, 12, ACROSS_16"})
    void shouldNameTheSmallestBlockThatHoldsALong(int lineBytes, int offset, Alignment placement) {
        assertThat(Alignment.of(offset, LONG, new Geometry(lineBytes, 4096))).isEqualTo(placement);
    }

    @Test
    void shouldFitNarrowerValuesIntoEightBytes() {
        assertThat(Alignment.of(1, 4, new Geometry(64, 4096))).isEqualTo(Alignment.INSIDE_8);
        assertThat(Alignment.of(6, 4, new Geometry(64, 4096))).isEqualTo(Alignment.ACROSS_8);
    }
}
