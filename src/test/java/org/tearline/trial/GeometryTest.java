// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeometryTest {
    @ParameterizedTest
    @CsvSource({"64,0,NONE", "64,56,NONE", "64,57,LINE", "64,63,LINE", "64,64,NONE", "64,4088,NONE", "64,4089,PAGE",
        "64,4095,PAGE", "64,4096,NONE", "128,60,NONE", "128,121,LINE", "256,249,LINE", "256,121,NONE"})
    void shouldReturnTheCrossedBoundary(int lineBytes, int offset, Crossing expected) {
        assertThat(new Geometry(lineBytes, 4096).crossing(offset, Width.LONG)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"64,60", "128,124", "256,252"})
    void shouldCenterAValueOnTheLineBoundary(int lineBytes, int offset) {
        assertThat(new Geometry(lineBytes, 4096).lineCrossingOffset(Width.LONG)).isEqualTo(offset);
    }

    @ParameterizedTest
    @CsvSource({"4096,8184", "16384,32760"})
    void shouldAllowOffsetsInTwoPages(int pageBytes, int last) {
        assertThat(new Geometry(64, pageBytes).maxOffset(Width.LONG)).isEqualTo(last);
    }

    @ParameterizedTest
    @CsvSource({
        "64, 0, 8, ALIGNED", "64, 56, 8, ALIGNED", "64, 4088, 8, ALIGNED", "64, 1, 8, ACROSS_8",
        "64, 52, 8, ACROSS_8", "64, 12, 8, ACROSS_16", "64, 28, 8, ACROSS_32", "64, 57, 8, ACROSS_LINE",
        "64, 63, 8, ACROSS_LINE", "64, 4089, 8, ACROSS_PAGE", "64, 4095, 8, ACROSS_PAGE", "64, 4097, 8, ACROSS_8",
        "128, 60, 8, ACROSS_64", "128, 124, 8, ACROSS_LINE", "256, 124, 8, ACROSS_64", "256, 252, 8, ACROSS_LINE",
        "32, 28, 8, ACROSS_LINE", "32, 12, 8, ACROSS_16", "64, 1, 4, INSIDE_8", "64, 6, 4, ACROSS_8"})
    void shouldReturnTheAlignment(int lineBytes, int offset, int widthBytes, Alignment expected) {
        assertThat(Alignment.of(offset, Width.of(widthBytes), new Geometry(lineBytes, 4096))).isEqualTo(expected);
    }
}
