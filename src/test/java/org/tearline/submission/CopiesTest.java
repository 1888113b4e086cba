// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.Sample;
import org.tearline.submission.Copies.Shared;

class CopiesTest {
    private static final int KINDS = 4;
    private static final int HONEST = 3_000;

    private final Random random = Sample.random();
    private final Copies copies = new Copies(new GrowingMemory());

    /** Five of 46 were equal in one of fifty million pairs of made-up honest files. */
    @ParameterizedTest
    @CsvSource({"46, 5, false", "46, 8, false", "46, 9, true", "46, 46, true", "6, 5, false", "6, 6, true",
        "133, 10, false", "133, 11, true", "1000, 50, false", "1000, 51, true"})
    void shouldTellChanceFromCopying(int counts, int equal, boolean copy) {
        for (int kind = 0; kind < KINDS; kind++) {
            long[] first = random.longs(counts).toArray();
            long[] second = IntStream.range(0, counts).mapToLong(i -> i < equal ? first[i] : random.nextLong())
                .toArray();

            assertThat(copies.add("first " + kind, of(kind, first))).isNull();
            Shared shared = copies.add("second " + kind, of(kind, second));

            assertThat(shared).isEqualTo(copy ? new Shared("first " + kind, equal, counts) : null);
        }
    }

    @Test
    void shouldNameTheFirstOfManyFiles() {
        int original = random.nextInt(HONEST);
        Copies.Sample[] files = IntStream.range(0, HONEST).mapToObj(i -> of(i % KINDS, random.longs(100).toArray()))
            .toArray(Copies.Sample[]::new);
        for (int i = 0; i < HONEST; i++) {
            assertThat(copies.add("file " + i, files[i])).isNull();
        }

        assertThat(copies.add("copy", files[original])).isEqualTo(new Shared("file " + original, 100, 100));
    }

    private static Copies.Sample of(int kind, long[] counts) {
        return new Copies.Sample(IntStream.range(0, KINDS).mapToObj(i -> i == kind ? counts : new long[0])
            .toArray(long[][]::new));
    }
}
