// SPDX-License-Identifier: Apache-2.0
package org.tearline.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "999999, '999,999'", "1000000, 1 million", "2850000, 2.8 million", "9960000, 9.9 million",
        "129900000, 129 million",
        "160400000, 160 million", "2100000000, 2.1 billion", "9007199254740991, '9,007,199 billion'"})
    void shouldFormatLargeNumbers(long number, String words) {
        assertThat(Words.many(number)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 changes", "1, 1 change", "1234, '1,234 changes'"})
    void shouldUseTheSingularForOne(long number, String words) {
        assertThat(Words.count(number, "change")).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.064, 0.064", "0.0996, 0.1", "0.22, 0.22", "0.995, 1", "1, 1", "3.14, 3.1", "9.95, 10",
        "18.4, 18", "1234.5, '1,235'"})
    void shouldFormatNumbersWithTwoSignificantDigits(double number, String words) {
        assertThat(Words.twoDigits(number)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"1, 100 %", "0.49, 49 %", "0.0164, 1.6 %", "0.01, 1 %", "0.0099, 1 in 100", "5e-4, '1 in 2,000'",
        "3.7e-7, 1 in 3 million", "0, never"})
    void shouldFormatRatesWithoutManyZeros(double rate, String words) {
        assertThat(Words.chance(rate)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0.0033, 0.027, 0.33 to 2.7 %", "0.018, 0.45, 1.8 to 45 %", "6.4e-4, 0.21, '1 in 2,000 to 1 in 4.8'",
        "1e-7, 2e-4, '1 in 10 million to 1 in 5,000'", "0.4901, 0.4902, 49 %", "0.004, 0.004, 1 in 300"})
    void shouldFormatARangeInOneUnit(double lowest, double highest, String words) {
        assertThat(Words.chances(lowest, highest)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"6.0e-7, below 1 in 1.6 million", "1.5e-7, below 1 in 6.6 million", "0.0301, below 3.1 %",
        "3.7e-6, 'below 1 in 270,000'", "3e-4, 'below 1 in 3,300'"})
    void shouldRoundUpperBoundsUp(double bound, String words) {
        assertThat(Words.below(bound)).isEqualTo(words);
    }
}
