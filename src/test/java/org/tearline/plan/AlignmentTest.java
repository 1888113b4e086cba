// SPDX-License-Identifier: Apache-2.0
package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlignmentTest {
    private static final int LONG = 8;

    @ParameterizedTest
    @CsvSource({
        "64, 0, ALIGNED", "64, 56, ALIGNED", "64, 4088, ALIGNED", "64, 1, WITHIN_16", "64, 52, WITHIN_16",
        "64, 12, WITHIN_32", "64, 28, WITHIN_64", "64, 57, CROSSES_LINE", "64, 63, CROSSES_LINE",
        "64, 4089, CROSSES_PAGE", "64, 4095, CROSSES_PAGE", "64, 4097, WITHIN_16",
        "128, 60, WITHIN_LINE", "128, 124, CROSSES_LINE", "256, 124, WITHIN_LINE", "256, 252, CROSSES_LINE",
        "32, 28, CROSSES_LINE", "32, 12, WITHIN_32"})
    void shouldNameTheSmallestBlockThatHoldsALong(int lineBytes, int offset, Alignment placement) {
        assertThat(Alignment.of(offset, LONG, new Geometry(lineBytes, 4096))).isEqualTo(placement);
    }

    @Test
    void shouldFitNarrowerValuesIntoEightBytes() {
        assertThat(Alignment.of(1, 4, new Geometry(64, 4096))).isEqualTo(Alignment.WITHIN_8);
        assertThat(Alignment.of(6, 4, new Geometry(64, 4096))).isEqualTo(Alignment.WITHIN_16);
    }
}
