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

    @ParameterizedTest
    @CsvSource({"0, 0", "999999, '999,999'", "1000000, 1 million", "2850000, 2.9 million", "9960000, 10 million",
        "160400000, 160 million", "2100000000, 2.1 billion", "9007199254740991, '9,007,199 billion'"})
    void shouldWriteALargeNumberInWords(long number, String words) {
        assertThat(Words.many(number)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"1, 100 %", "0.49, 49 %", "0.0164, 1.6 %", "0.01, 1 %", "0.0099, 1 in 100", "5e-4, '1 in 2,000'",
        "3.7e-7, 1 in 3 million", "0, never"})
    void shouldWriteAChanceSoThatNobodyCountsZeros(double rate, String words) {
        assertThat(Words.chance(rate)).isEqualTo(words);
    }
}
