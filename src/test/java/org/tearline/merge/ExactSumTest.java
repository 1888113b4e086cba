// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumTest {
    @Test
    void shouldComeToWhatBigDecimalDoes() {
        Random random = new Random(7);
        for (int time = 0; time < 200; time++) {
            ExactSum sum = new ExactSum();
            BigDecimal exact = BigDecimal.ZERO;
            for (int i = random.nextInt(200); i >= 0; i--) {
                double share = Math.scalb(1 + random.nextDouble(), random.nextInt(126) - 63);
                sum.add(share);
                exact = exact.add(new BigDecimal(share));
            }
            assertThat(sum.value()).isEqualTo(exact.doubleValue());
        }
    }

    @Test
    void shouldNotDependOnTheOrder() {
        assertThat(sum(0x1p53, 1, 0x1p-63)).isEqualTo(sum(0x1p-63, 1, 0x1p53)).isEqualTo(0x1p53 + 2);
        assertThat(sum()).isZero();
        assertThat(sum(0, 0x1p-63)).isEqualTo(0x1p-63);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0x1p-64, 0x1p64, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldTakeNothingThatHasNoRoom(double share) {
        ExactSum sum = new ExactSum();

        assertThatThrownBy(() -> sum.add(share)).isInstanceOf(IllegalArgumentException.class);
    }

    private static double sum(double... shares) {
        ExactSum sum = new ExactSum();
        for (double share : shares) {
            sum.add(share);
        }
        return sum.value();
    }
}
