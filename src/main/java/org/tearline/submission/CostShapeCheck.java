// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;
import org.tearline.published.ResultFile;

/** Tells whether each measurement of costs is one that the benchmarks make. Thread-safe. */
final class CostShapeCheck implements Check {
    private static final Set<Metric> OF_REMEDIES = EnumSet.of(Metric.TIME, Metric.LATENCY_50, Metric.LATENCY_90,
        Metric.LATENCY_99, Metric.LATENCY_999);
    /** The other questions are answered by means. */
    private static final Map<Question, Set<Metric>> METRICS = Map.of(Question.REMEDIES, OF_REMEDIES,
        Question.QUEUES, EnumSet.of(Metric.LEAST, Metric.TIME, Metric.LARGEST),
        Question.PING, EnumSet.complementOf(EnumSet.of(Metric.TIME)));
    /** The questions that are asked of sets, each of these. */
    private static final Map<Question, Set<String>> SETS = Map.of(
        Question.OFFSET_COST, Set.of("place", "L1", "L2", "L3", "memory"),
        Question.BYSTANDER, Set.of("registers", "L1", "L2", "L3", "memory"));
    /** No set, and one of a single place. */
    private static final Set<String> PLACES = Set.of("registers", "place");
    /** Whatever the system's page is. */
    private static final int PAGE_BYTES = 4096;
    private static final Set<String> WRITES = Arrays.stream(WriteMode.values()).map(WriteMode::toString)
        .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> READS = Arrays.stream(ReadMode.values()).map(ReadMode::toString)
        .collect(Collectors.toUnmodifiableSet());
    /** A read begins again while a write goes on, which takes no thousand reads. */
    private static final long MOST_RETRIES = 1_000;

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.costs() == null) {
            return;
        }
        Map<String, Long> sizes = new HashMap<>();
        for (Costs.Group group : file.costs().groups()) {
            for (Costs.Times times : group.series()) {
                checkTimes(group.id(), times, "/costs/" + group.id(), findings);
                checkSet(group.id(), times.setting(), 2 * file.environment().lineBytes(), sizes, findings);
            }
        }
        file.costs().remedies().forEach(judged -> checkTrial(judged.tester(), findings));
        if (file.costs().line() != null) {
            file.costs().line().tester().forEach(asked -> checkTrial(asked, findings));
            MeasuredLine cost = file.costs().line().cost();
            for (Step step : Arrays.asList(cost.coherence(), cost.pair(), cost.store(), cost.load())) {
                if (step != null && step.points().stream().anyMatch(point -> Integer.bitCount(point.bytes()) > 1)) {
                    wrong(findings, "/costs/line/cost", "a boundary that is no power of two");
                }
            }
        }
    }

    private static void checkTimes(Question question, Times times, String where, Findings findings) {
        if (!METRICS.getOrDefault(question, EnumSet.of(Metric.TIME)).contains(times.metric())) {
            wrong(findings, where, question + " is not measured by " + times.metric());
        }
        Costs.Setting setting = times.setting();
        boolean complete = switch (question) {
            case COUNTERS -> setting.counter() != null && setting.adder() == null;
            case JYTHON_COUNTERS -> setting.adder() != null && setting.counter() == null;
            case OFFSET_COST -> setting.operation() != null && setting.widthBytes() != null;
            case FALSE_SHARING -> setting.memory() != null && setting.mode() != null && setting.threads() != null;
            case REMEDIES -> setting.side() != null;
            case QUEUES -> setting.place() != null && setting.processes() != null;
            case PING -> setting.omission() != null && setting.processes() != null;
            default -> true;
        };
        if (!complete) {
            wrong(findings, where, "a setting of another question: " + setting.words());
        }
        Costs.Counted counts = times.counts();
        for (int i = 0; counts != null && counts.retries() != null && counts.reads() != null
            && i < Math.min(counts.retries().size(), counts.reads().size()); i++) {
            if (counts.retries().get(i) / MOST_RETRIES > counts.reads().get(i)) {
                wrong(findings, where, counts.retries().get(i) + " retries of " + counts.reads().get(i) + " reads");
            }
        }
        if (counts != null && counts.increments() != null && counts.increments().contains(0L)) {
            wrong(findings, where, "times of no increment");
        }
        if (times.delivered() != null && times.delivered().messages() != null
            && times.delivered().messages().contains(0L)) {
            wrong(findings, where, "times of no message");
        }
    }

    /**
     * A set is of places two lines apart or a page, as many as a power of two; one place and the registers are none.
     * What stands for a cache is the same for each access to it.
     */
    private static void checkSet(Question question, Costs.Setting setting, int twoLines, Map<String, Long> sizes,
                                 Findings findings) {
        String set = setting.set();
        String where = "/costs/" + question + ": " + setting.words();
        boolean known = setting.setBytes() != null && setting.strideBytes() != null;
        if (set == null ? setting.setBytes() != null || setting.strideBytes() != null
            : !SETS.getOrDefault(question, Set.of()).contains(set) || !known) {
            wrong(findings, where, "no set that the benchmark of " + question + " accesses");
            return;
        }
        if (set == null) {
            return;
        }
        long bytes = setting.setBytes();
        int stride = setting.strideBytes();
        boolean fits = PLACES.contains(set) ? bytes == 0 && stride == 0
            : (stride == twoLines || stride == PAGE_BYTES) && bytes > stride && bytes % stride == 0
                && Long.bitCount(bytes / stride) == 1;
        Long other = sizes.putIfAbsent(set + " " + stride, bytes);
        if (!fits || other != null && other != bytes) {
            wrong(findings, where, "a set of " + bytes + " bytes, " + stride + " from place to place"
                + (fits ? ", elsewhere of " + other : ""));
        }
    }

    private static void checkTrial(Costs.Asked asked, Findings findings) {
        if (asked != null && !(WRITES.contains(asked.write()) && READS.contains(asked.read()))) {
            wrong(findings, "/costs: " + asked.write() + "/" + asked.read(), "the tester runs no such trial");
        }
    }

    private static void wrong(Findings findings, String where, String what) {
        findings.add(ValidationRule.COSTS, where, what);
    }
}
