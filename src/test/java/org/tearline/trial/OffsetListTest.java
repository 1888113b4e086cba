// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetListTest {
    private static final int MOST = 8184;

    @Test
    void shouldParseNumbersAndRangesInAnyOrder() {
        assertThat(OffsetList.parse("60, 0..3,2..4", MOST)).containsExactly(0, 1, 2, 3, 4, 60);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {"\"0..63,4089..4095\",\"0..63,4089..4095\"", "\"3,1,2\",1..3",
        "\"1,3\",\"1,3\"", "7,7"})
    void shouldPrintTheShortestText(String given, String shortest) {
        assertThat(OffsetList.ranges(OffsetList.parse(given, MOST))).isEqualTo(shortest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1..", "..3", "-1", "1,,2", "99999999999"})
    void shouldRejectOtherText(String text) {
        assertThatThrownBy(() -> OffsetList.parse(text, MOST)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageEndingWith("such as 0..63,4089..4095, all within 0..8184");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {"8185,8185", "\"0,8000..9000\",9000", "9000..9001,9000",
        "0..9999999,9999999"})
    void shouldRejectAnOffsetThatIsTooLarge(String text, String tooLarge) {
        assertThatThrownBy(() -> OffsetList.parse(text, MOST)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage(tooLarge + " is not within 0..8184");
    }

    @ParameterizedTest
    @ValueSource(strings = {"70..60", "0,70..60,80", "70-60"})
    void shouldRejectADescendingRange(String text) {
        assertThatThrownBy(() -> OffsetList.parse(text, MOST)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("runs backwards; write 60..70");
    }
}
