// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counts of one stressor in a trial, in a calibration, or in a series of a result file.
 *
 * @param name  the stressor's name on the command line
 * @param nanos counting time; 0 in a result file, which does not contain it
 */
public record StressorUse(String name, long nanos, long changes, long torn) {

    /** Adds up the counts of each stressor. The stressors are in the order of their first appearance. */
    public static List<StressorUse> sum(Collection<StressorUse> uses) {
        Map<String, StressorUse> all = new LinkedHashMap<>();
        uses.forEach(use -> all.merge(use.name, use, StressorUse::plus));
        return List.copyOf(all.values());
    }

    /** Returns the name of the stressor with the longest counting time; empty if no time was counted. */
    public static Optional<String> longest(Collection<StressorUse> uses) {
        return sum(uses).stream()
            .filter(use -> use.nanos > 0)
            .max(Comparator.comparingLong(StressorUse::nanos))
            .map(StressorUse::name);
    }

    public StressorUse plus(StressorUse other) {
        Seen sum = seen().plus(other.seen());
        return new StressorUse(name, Counts.sum(nanos, other.nanos), sum.changes(), sum.torn());
    }

    /** Returns the same counts without the time, as in a result file. */
    public StressorUse untimed() {
        return new StressorUse(name, 0, changes, torn);
    }

    /** Torn values per change; 0 without changes. */
    public double yield() {
        return seen().rate();
    }

    private Seen seen() {
        return new Seen(changes, torn);
    }
}
