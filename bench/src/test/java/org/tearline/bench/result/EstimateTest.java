// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void shouldTakeTheOrderStatisticsThatABinomialLeavesOut() {
        // Ranks of the 95 % interval of a median as any table of them has: 1 and 6, 2 and 8, 3 and 9, 6 and 15.
        assertEquals(new Estimate(6, 1, 3.5, 1, 6), of(6));
        assertEquals(new Estimate(9, 1, 5, 2, 8), of(9));
        assertEquals(new Estimate(11, 1, 6, 2, 10), of(11));
        assertEquals(new Estimate(20, 1, 10.5, 6, 15), of(20));
    }

    @Test
    void shouldSayTheWholeRangeWhereThereAreTooFewSamples() {
        assertEquals(new Estimate(1, 1, 1, 1, 1), of(1));
        assertEquals(new Estimate(2, 1, 1.5, 1, 2), of(2));
        assertEquals(new Estimate(5, 1, 3, 1, 5), of(5));
    }

    @Test
    void shouldNotCareForTheOrder() {
        assertEquals(new Estimate(3, 1, 2, 1, 9), Estimate.of(List.of(9.0, 1.0, 2.0)));
    }

    private static Estimate of(int samples) {
        return Estimate.of(IntStream.rangeClosed(1, samples).mapToObj(i -> (double) i).toList());
    }
}
