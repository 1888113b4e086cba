package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 31, 32})
    void shouldGiveEveryWriterItsOwnBytes(int writers) {
        Generations generations = Generations.cycling(writers, 7);
        Set<Long> seen = new HashSet<>();
        for (int writer = 0; writer < writers; writer++) {
            assertThat(Integer.bitCount(generations.table(writer).length)).isEqualTo(1);
            for (long value : generations.table(writer)) {
                assertThat(value).isEqualTo(Long.rotateLeft(value, 8)).isNotEqualTo(0)
                    .isNotEqualTo(Generations.replicate(1));
                assertThat(seen.add(value)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void shouldAlternateBetweenAValueAndItsInverse(int writers) {
        Generations generations = Generations.alternating(writers, 3);
        Set<Long> seen = new HashSet<>();
        for (int writer = 0; writer < writers; writer++) {
            long[] table = generations.table(writer);
            assertThat(table).hasSize(2);
            assertThat(table[0] ^ table[1]).isEqualTo(-1L);
            assertThat(seen.add(table[0]) && seen.add(table[1])).isTrue();
            assertThat(table[0] & 0xff).isBetween(2L, 253L);
        }
    }

    @Test
    void shouldTellWhichOfTwoWritesCameFirst() {
        Generations generations = Generations.cycling(1, 1);
        long[] table = generations.table(0);
        int third = (int) table[3] & 0xff;
        int fourth = (int) table[4] & 0xff;
        assertThat(generations.precedes(third, fourth)).isTrue();
        assertThat(generations.precedes(fourth, third)).isFalse();
        int last = (int) table[table.length - 1] & 0xff;
        int first = (int) table[0] & 0xff;
        assertThat(generations.precedes(last, first)).as("the cycle wraps").isTrue();
    }

    @Test
    void shouldRepeatWithTheSameSeedOnly() {
        assertThat(Generations.cycling(1, 5).table(0)).isEqualTo(Generations.cycling(1, 5).table(0))
            .isNotEqualTo(Generations.cycling(1, 6).table(0));
    }

    @Test
    void shouldKnowItsBytes() {
        Generations generations = Generations.cycling(2, 1);
        assertThat(generations.contains((int) generations.table(1)[0] & 0xff)).isTrue();
        assertThat(generations.contains(0)).isFalse();
        assertThat(generations.contains(1)).isFalse();
    }
}
