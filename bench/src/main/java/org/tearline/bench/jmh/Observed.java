// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Carries what a benchmark saw beside its time, such as lost updates or which offset an iteration was for, out of the
 * fork: as a profiler, JMH's own way for numbers of an iteration. JMH asks it after all threads of the iteration have
 * ended, so what the supplier reads is complete.
 */
public final class Observed implements InternalProfiler {
    private static volatile Supplier<Map<String, Double>> source = Map::of;

    /** Names what is to be asked after every iteration; called by a benchmark's state in its fork. */
    static void from(Supplier<Map<String, Double>> observations) {
        source = observations;
    }

    @Override
    public String getDescription() {
        return "what the benchmark itself counted";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // Nothing to start: the benchmark counts by itself.
    }

    @Override
    public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
                                                   IterationResult result) {
        return source.get().entrySet().stream()
            .map(seen -> new ScalarResult(seen.getKey(), seen.getValue(), "", AggregationPolicy.SUM))
            .toList();
    }
}
