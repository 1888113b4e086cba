package org.tearline.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How one stressor fared in a trial. Immutable.
 *
 * @param name    the stressor's name, as the user types it
 * @param nanos   counting time spent with it
 * @param changes changes seen with it
 * @param torn    tears seen with it
 */
public record StressorUse(String name, long nanos, long changes, long torn) {

    /** Two lists together, name by name. */
    public static List<StressorUse> sum(List<StressorUse> some, List<StressorUse> others) {
        Map<String, StressorUse> all = new LinkedHashMap<>();
        Stream.concat(some.stream(), others.stream()).forEach(use -> all.merge(use.name, use, (a, b) ->
            new StressorUse(a.name, a.nanos + b.nanos, a.changes + b.changes, a.torn + b.torn)));
        return List.copyOf(all.values());
    }

    /** Torn values per change: the yield. */
    public double yield() {
        return changes == 0 ? 0 : (double) torn / changes;
    }
}
