// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.OptionalDouble;
import java.util.Set;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Times;

/**
 * Holds the costs of one run with the ranges over others, and says which of its medians no other run agrees with.
 * Immutable.
 *
 * @param costs the run's own medians, with the range over all forks of all runs in place of their intervals
 * @param alone the medians that have no more weight than those of other runs
 */
public record Ranged(Costs costs, Set<Point> alone) {
    /** One measurement: of these times the one at this index. */
    record Point(Times times, int index) {
    }

    /** Nobody changes them. */
    public Ranged {
        alone = Set.copyOf(alone);
    }

    /** Returns a measurement of these costs with its range, and without its median if that stands alone. */
    Spread spread(Times times, int index) {
        return new Spread(alone.contains(new Point(times, index)) ? OptionalDouble.empty()
            : OptionalDouble.of(times.nanos(index)), (double) times.lowPicos().get(index) / Costs.PICOS,
            (double) times.highPicos().get(index) / Costs.PICOS);
    }
}
