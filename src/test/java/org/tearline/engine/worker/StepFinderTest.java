// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.platform.MeasuredLine.Step;

class StepFinderTest {
    private static final List<Integer> DISTANCES = List.of(8, 16, 32, 64, 128, 256, 512);
    private static final int REPEATS = 5;
    private static final int WINDOWS = 24;

    @ParameterizedTest
    @CsvSource({"64, 10500, 2100, 0.2", "128, 10500, 2100, 0.4", "256, 3000, 2300, 0.05", "32, 600, 140, 0.3"})
    void shouldFindTheLineInNoise(int lineBytes, long dear, long cheap, double noise) {
        for (int seed = 0; seed < 200; seed++) {
            Step step = played(seed, noise, DISTANCES.stream().mapToLong(distance -> distance < lineBytes ? dear
                : cheap).toArray(), true);

            assertThat(step.bytes()).as("seed %d", seed).isEqualTo(lineBytes);
            assertThat(step.agreeing()).isGreaterThanOrEqualTo(4);
            assertThat(step.ratio()).isBetween(0.7 * dear / cheap, 1.4 * dear / cheap);
            assertThat(step.points()).allSatisfy(point -> {
                assertThat(point.lowPicos()).isLessThanOrEqualTo(point.medianPicos());
                assertThat(point.highPicos()).isGreaterThanOrEqualTo(point.medianPicos());
            });
        }
    }

    @Test
    void shouldFindTheGranuleFromWhichOnStoresAreDear() {
        Step step = StepFinder.find(List.of(0, 8, 16, 32, 64), samples(3, 0.1, 140, 140, 150, 540, 560), false);

        assertThat(step.bytes()).isEqualTo(32);
        assertThat(step.ratio()).isBetween(3.0, 4.2);
    }

    @ParameterizedTest
    @CsvSource({"0.01", "0.1", "0.5", "3"})
    void shouldFindNothingWhereNothingChanges(double noise) {
        long found = IntStream.range(0, 500).filter(seed -> played(seed, noise, DISTANCES.stream()
            .mapToLong(distance -> 2_100).toArray(), true).found()).count();

        assertThat(found).isZero();
    }

    @Test
    void shouldFindNothingWhereTheNoiseIsLargerThanTheStep() {
        long found = IntStream.range(0, 200).filter(seed -> played(seed, 2, 2_600, 2_600, 2_600, 2_000, 2_000, 2_000,
            2_000).found()).count();

        // The step is there, and a tenth of the runs may see it.
        assertThat(found).isLessThan(20);
    }

    @Test
    void shouldNotTakeADriftForAStep() {
        Step step = played(1, 0.02, 4_000, 3_700, 3_400, 3_100, 2_800, 2_500, 2_200);

        assertThat(step.found()).isFalse();
        assertThat(step.bytes()).isNull();
    }

    @Test
    void shouldNotBelieveAStepThatMoves() {
        List<long[][]> repeats = IntStream.range(0, REPEATS).mapToObj(repeat -> samples(repeat, 0.05, 1,
            IntStream.range(0, 7).mapToLong(point -> point <= repeat ? 9_000 : 2_000).toArray()).get(0)).toList();

        assertThat(StepFinder.find(DISTANCES, repeats, true).found()).isFalse();
    }

    @Test
    void shouldNotTakeAStepDownForOneUp() {
        assertThat(StepFinder.find(List.of(0, 8, 16), samples(5, 0.05, 900, 140, 140), false).found()).isFalse();
    }

    private static Step played(long seed, double noise, long... picos) {
        return played(seed, noise, picos, true);
    }

    private static Step played(long seed, double noise, long[] picos, boolean dearFirst) {
        return StepFinder.find(DISTANCES, samples(seed, noise, REPEATS, picos), dearFirst);
    }

    private static List<long[][]> samples(long seed, double noise, long... picos) {
        return samples(seed, noise, REPEATS, picos);
    }

    /** Times with a long tail to one side, as interrupts and neighbours make it. */
    private static List<long[][]> samples(long seed, double noise, int repeats, long[] picos) {
        Random random = new Random(seed);
        return IntStream.range(0, repeats).mapToObj(repeat -> {
            long[][] samples = new long[picos.length][WINDOWS];
            for (int point = 0; point < picos.length; point++) {
                for (int window = 0; window < WINDOWS; window++) {
                    double late = random.nextInt(12) == 0 ? 1 + 4 * random.nextDouble() : 1;
                    samples[point][window] = Math.max(1, (long) (picos[point] * late
                        * (1 + noise * Math.abs(random.nextGaussian()))));
                }
            }
            return samples;
        }).toList();
    }
}
