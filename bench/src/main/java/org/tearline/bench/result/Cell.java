// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;
import java.util.Map;

/**
 * Holds what a step measured at one point. Immutable.
 *
 * @param group      the group of questions it belongs to
 * @param parameters all that was set, beside what the axis says
 * @param metric     what was measured: time, or a percentile of it
 * @param unit       of the samples
 * @param axis       what differs between the cells of one series: offsetBytes, distanceBytes, threads, layout,
 *                   queue, way, messageBytes
 * @param at         where on the axis
 * @param counts     what was counted beside, such as lost updates; added up over steps
 */
public record Cell(String group, Map<String, String> parameters, String metric, String unit, String axis, String at,
                   List<Double> samples, Map<String, Long> counts) {
    /** Refuses absent elements, and keeps the parameters' order. */
    public Cell {
        samples = List.copyOf(samples);
        counts = Map.copyOf(counts);
    }
}
