// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tearline.verdict.Tally.Counts;

/**
 * The controls of a trial, measured in the same worker and on the same CPUs, but in separate memory. Immutable.
 *
 * @param aligned             the same write and read of an aligned value: must not tear
 * @param roundTripsPerSecond how often an aligned line travelled to the other CPU and back; 0 if it was not measured
 * @param calibration         the same write and read across a line, per stressor; empty if it was not tried
 */
public record Controls(Control aligned, long roundTripsPerSecond, List<StressorUse> calibration) {

    /** Whether the harness has shown that it invents no tears. */
    public boolean hold() {
        return aligned.torn() == 0 && aligned.changes() > 0;
    }

    /** Whether a comparable tear was provoked: of the same write and read, across a line. */
    public boolean comparableTear() {
        return calibration.stream().anyMatch(use -> use.torn() > 0);
    }

    /**
     * Holds what one control counted. Immutable.
     *
     * @param changes changes seen
     * @param torn    tears seen
     */
    public record Control(long changes, long torn) {
    }

    /**
     * Says how one stressor fared: in a trial, in a calibration, or in all files together. Immutable.
     *
     * @param name    the stressor's name, as the user types it
     * @param nanos   counting time spent with it; 0 if it is from a file, which does not tell
     * @param changes changes seen with it
     * @param torn    tears seen with it
     */
    public record StressorUse(String name, long nanos, long changes, long torn) {

        /** All together, name by name, in the order in which the names come. */
        public static List<StressorUse> sum(Collection<StressorUse> uses) {
            Map<String, StressorUse> all = new LinkedHashMap<>();
            uses.forEach(use -> all.merge(use.name, use, StressorUse::plus));
            return List.copyOf(all.values());
        }

        /** The name of the one that counted for the longest time; empty if none counted. */
        public static Optional<String> longest(Collection<StressorUse> uses) {
            return sum(uses).stream().filter(use -> use.nanos > 0).max(Comparator.comparingLong(StressorUse::nanos))
                .map(StressorUse::name);
        }

        public StressorUse plus(StressorUse other) {
            return new StressorUse(name, Counts.sum(nanos, other.nanos), Counts.sum(changes, other.changes),
                Counts.sum(torn, other.torn));
        }

        /** The same as a file has it, which does not tell the time. */
        public StressorUse untimed() {
            return new StressorUse(name, 0, changes, torn);
        }

        /** Torn values per change: the yield. */
        public double yield() {
            return changes == 0 ? 0 : (double) torn / changes;
        }
    }
}
