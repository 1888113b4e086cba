// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells of several forks become one point with their range. */
class AssemblyTest {

    @Test
    void shouldGiveTheRangeOfForksThatDifferAndNotTheIntervalOfTheirPooledSamples() {
        // Each fork agrees with itself within 1 %, and they differ fivefold: pooled, the interval would be 10 to 50.1.
        Series series = series("time", List.of(List.of(10.0, 10.1, 10.1, 10.1),
            List.of(50.0, 50.1, 50.2), List.of(20.0, 20.1)));
        assertEquals(List.of(20.1), series.median());
        assertEquals(List.of(10.1), series.low());
        assertEquals(List.of(50.1), series.high());
        assertEquals(List.of(9), series.samples());
        assertEquals(List.of(3), series.forks());
    }

    @Test
    void shouldTakeTheLeastAndTheLargestOfAllForks() {
        assertEquals(List.of(3.0), series("least", List.of(List.of(5.0), List.of(3.0), List.of(4.0))).median());
        assertEquals(List.of(5.0), series("largest", List.of(List.of(5.0), List.of(3.0), List.of(4.0))).median());
    }

    @Test
    void shouldKeepTheIntervalOfOneFork() {
        Series series = series("time", List.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)));
        assertEquals(List.of(List.of(2.0), List.of(5.0), List.of(8.0), List.of(1)),
            List.of(series.low(), series.median(), series.high(), series.forks()));
    }

    private static Series series(String metric, List<List<Double>> forks) {
        return Assembly.groups(forks.stream().map(samples -> StepResult.of(List.of(new Cell("remedies",
            Map.of("side", "writer"), metric, "ns", "remedy", "seqlock", samples, Map.of())))).toList())
            .get(0).series().get(0);
    }
}
