// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Tells how many changes make it improbable that a tear which is there was missed: pure functions. Thread-safe. */
public final class Misses {
    /** A miss is improbable below one in a thousand: e^-n is that for n changes' worth of tears. */
    private static final double EXPECTED_TEARS = Math.log(1_000);

    private Misses() {
    }

    /**
     * The changes without a tear that exclude a rate, at one miss in a thousand; 0 if there is no rate to
     * exclude.
     *
     * @param torn    tears seen at comparable places
     * @param changes changes seen there
     */
    public static long neededChanges(double torn, double changes) {
        return torn == 0 ? 0 : (long) Math.ceil(EXPECTED_TEARS * changes / torn);
    }

    /**
     * The silent ones among what was tried that have too few changes to exclude the rate at which comparable
     * ones tore, each with the changes that it needs.
     *
     * @param kind what makes two of them comparable
     */
    public static <T> Map<T, Long> doubtful(Collection<T> tried, Function<T, ?> kind, ToLongFunction<T> torn,
                                            ToLongFunction<T> changes) {
        Map<T, Long> doubtful = new LinkedHashMap<>();
        for (List<T> comparable : tried.stream().collect(Collectors.groupingBy(kind, LinkedHashMap::new,
            Collectors.toList())).values()) {
            // Sums of a hostile file may pass the range of a long.
            long needed = neededChanges(comparable.stream().mapToDouble(torn::applyAsLong).sum(),
                comparable.stream().mapToDouble(changes::applyAsLong).sum());
            comparable.stream().filter(one -> torn.applyAsLong(one) == 0 && changes.applyAsLong(one) < needed)
                .forEach(one -> doubtful.put(one, needed));
        }
        return doubtful;
    }
}
