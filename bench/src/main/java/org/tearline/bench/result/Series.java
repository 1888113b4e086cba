// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;
import java.util.Map;

/**
 * Measurements along one axis; all lists are as long as {@code at}. Immutable.
 *
 * @param at      points on the axis: numbers or names
 * @param samples how many each median is of
 * @param forks   in how many JVMs; null in files from before they were counted
 * @param low     with {@code high}: see {@link Estimate}
 * @param counts  name to a count for each point
 */
public record Series(Map<String, Object> parameters, String metric, String unit, String axis, List<Object> at,
                     List<Integer> samples, List<Integer> forks, List<Double> median, List<Double> low,
                     List<Double> high, Map<String, List<Long>> counts) {
    /** Refuses lists of different lengths. */
    public Series {
        int size = at.size();
        if (samples.size() != size || median.size() != size || low.size() != size || high.size() != size
            || forks != null && forks.size() != size
            || counts.values().stream().anyMatch(list -> list.size() != size)) {
            throw new IllegalArgumentException("lists of different lengths: " + parameters);
        }
    }

    /** Returns the index of a point; -1 where it was not measured. */
    public int index(Object point) {
        for (int i = 0; i < at.size(); i++) {
            if (at.get(i).toString().equals(point.toString())) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether all of the given parameters have these values. */
    public boolean has(Map<String, Object> wanted) {
        return wanted.entrySet().stream().allMatch(want ->
            want.getValue().toString().equals(String.valueOf(parameters.get(want.getKey()))));
    }
}
