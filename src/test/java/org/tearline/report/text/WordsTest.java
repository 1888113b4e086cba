// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource({"0.0583, 0.058", "0.1, 0.10", "0.999, 1.0", "5.83, 5.8", "12.3, 12", "99.6, 100", "1280, '1,300'",
        "15049, '15,000'", "0, 0.0", "5, 5.0", ", -"})
    void shouldWriteTwoDigitsOfATime(Double nanos, String words) {
        assertThat(Words.nanos(nanos)).isEqualTo(words);
    }
}
