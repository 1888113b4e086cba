// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.List;
import java.util.Objects;

/** The median of some numbers, which is the mean of the two in the middle of an even number, and their range. */
public record Spread(double median, double lowest, double highest) {
    /** Returns the spread of the numbers that are not null, or null if there are none. */
    public static Spread of(List<? extends Number> numbers) {
        double[] sorted = numbers.stream()
            .filter(Objects::nonNull)
            .mapToDouble(Number::doubleValue)
            .sorted()
            .toArray();
        if (sorted.length == 0) {
            return null;
        }
        int last = sorted.length - 1;
        return new Spread((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
    }
}
