// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs all benchmarks with all parameters. */
class BenchmarksTest {
    /** Runs about 250 parameter sets in this JVM, except those with split locks if the kernel delays them. */
    @Test
    void shouldGiveAFiniteScoreForEachBenchmark() throws RunnerException {
        Options options = new OptionsBuilder().forks(0).warmupIterations(0).measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(2)).verbosity(VerboseMode.SILENT).build();

        Collection<RunResult> results = new Runner(options).run();

        Set<String> listed = listed().stream().map(BenchmarkListEntry::getUsername)
            .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(listed, results.stream().map(result -> result.getParams().getBenchmark())
            .collect(Collectors.toCollection(TreeSet::new)));
        results.forEach(result -> {
            double score = result.getPrimaryResult().getScore();
            assertTrue(Double.isFinite(score) && score > 0, () -> result.getParams().id() + ": " + score);
        });
        results.stream().filter(BenchmarksTest::sound).forEach(result -> assertEquals(0,
            result.getSecondaryResults().get("damaged").getScore(), () -> result.getParams().id()));
    }

    /** JMH takes the options of the nearest annotation only, so one on a benchmark would replace the common ones. */
    @Test
    void shouldRunEachBenchmarkWithTheCommonOptions() {
        List<String> common = List.of(Cost.class.getAnnotation(Fork.class).jvmArgsAppend());

        for (BenchmarkListEntry benchmark : listed()) {
            assertEquals(common, List.copyOf(benchmark.getJvmArgsAppend().get()), benchmark::getUsername);
        }
    }

    private static Set<BenchmarkListEntry> listed() {
        return BenchmarkList.defaultList()
            .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());
    }

    /** Whether the result is that of a queue with aligned counters. */
    private static boolean sound(RunResult result) {
        String seam = result.getParams().getParam("seam");
        return result.getSecondaryResults().containsKey("damaged") && (seam == null || seam.equals("0"));
    }
}
