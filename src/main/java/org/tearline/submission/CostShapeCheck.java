// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.EnumSet;
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
        for (Costs.Group group : file.costs().groups()) {
            group.series().forEach(times -> checkTimes(group.id(), times, "/costs/" + group.id(), findings));
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
        if (setting.set() != null && setting.setBytes() != null && setting.set().equals("place")
            && setting.setBytes() > Long.BYTES) {
            wrong(findings, where, "one place of " + setting.setBytes() + " bytes");
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

    private static void checkTrial(Costs.Asked asked, Findings findings) {
        if (asked != null && !(WRITES.contains(asked.write()) && READS.contains(asked.read()))) {
            wrong(findings, "/costs: " + asked.write() + "/" + asked.read(), "the tester runs no such trial");
        }
    }

    private static void wrong(Findings findings, String where, String what) {
        findings.add(ValidationRule.COSTS, where, what);
    }
}
