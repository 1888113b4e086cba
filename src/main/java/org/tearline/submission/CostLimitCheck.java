// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;
import org.tearline.published.ResultFile;

/** Tells whether what was measured of costs can take so long, and be measured so often. Thread-safe. */
final class CostLimitCheck implements Check {
    /** A full run measures 100 times in each of 3 JVMs; seen are 220 samples of a quick one. */
    private static final long MOST_SAMPLES = 100_000;
    /** No CPU of a JDK 17 has less than 100 MHz; seen are 0.24 to 0.27 ns. */
    private static final long MOST_CYCLE = 10_000;
    /** The benchmarks began with 1.37. */
    private static final Pattern HARNESS = Pattern.compile("1\\.(3[7-9]|[4-9]\\d|\\d{3})(\\.\\d{1,2})?");
    /** Picoseconds that no median has: ten times what was seen and more, for slower CPUs and more threads. */
    private static final Map<Question, Long> MOST_PICOS = Map.of(Question.CLOCK, 10_000_000L,
        Question.NATIVE, 1_000_000L, Question.OFFSET_COST, 10_000_000_000L, Question.BYSTANDER, 10_000_000_000L,
        Question.REMEDIES, 1_000_000_000_000L, Question.FALSE_SHARING, 100_000_000L,
        Question.COUNTERS, 10_000_000_000L, Question.JYTHON_COUNTERS, 10_000_000_000L,
        Question.QUEUES, 10_000_000_000_000L, Question.PING, 10_000_000_000_000L);

    /** Asked for are 10 million, and counted a few thousand more. */
    private static final long MOST_CHANGES = 1_000_000_000;
    /** Ten times what a core reads in an hour. */
    private static final long MOST_READS = 100_000_000_000_000L;
    /** A millisecond for an access that takes 35 ns at most where it was measured. */
    private static final long MOST_POINT = 1_000_000_000;

    @Override
    public void check(ResultFile file, Findings findings) {
        Costs costs = file.costs();
        if (costs == null) {
            return;
        }
        if (!HARNESS.matcher(costs.harness()).matches()) {
            findings.add(ValidationRule.NAMES, "/costs/harness", "no JMH is called " + costs.harness());
        }
        costs.groups().forEach(group -> group.series().forEach(times -> checkTimes(group.id(), times,
            "/costs/" + group.id() + ": " + times.setting().words(), findings)));
        Stream.concat(costs.remedies().stream().map(Costs.Judged::tester), costs.line() == null ? Stream.empty()
            : costs.line().tester().stream()).filter(asked -> asked != null && asked.changes() > MOST_CHANGES)
            .forEach(asked -> findings.add(ValidationRule.COSTS, "/costs: " + asked.write() + "/" + asked.read()
                + " at " + asked.offset(), "more changes than one trial counts: " + asked.changes()));
        costs.remedies().stream().filter(judged -> judged.own() != null && judged.own().reads() > MOST_READS)
            .forEach(judged -> findings.add(ValidationRule.COSTS, "/costs/remedies: " + judged.remedy(),
                "more reads than one run makes: " + judged.own().reads()));
        if (costs.line() != null) {
            MeasuredLine cost = costs.line().cost();
            Stream.of(cost.coherence(), cost.pair(), cost.store(), cost.load()).filter(Objects::nonNull)
                .flatMap(step -> step.points().stream()).filter(point -> point.highPicos() > MOST_POINT)
                .forEach(point -> findings.add(ValidationRule.COSTS, "/costs/line/cost at " + point.bytes(),
                    "no access of a line takes " + point.highPicos() + " ps"));
            if (cost.coherence() != null) {
                checkUnfound(cost.coherence(), findings);
            }
        }
    }

    private static void checkTimes(Question question, Times times, String where, Findings findings) {
        for (int i = 0; i < Math.min(times.size(), Math.min(times.medianPicos().size(), times.samples().size())); i++) {
            long picos = times.medianPicos().get(i);
            if (times.samples().get(i) == 0 || times.samples().get(i) > MOST_SAMPLES) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), times.samples().get(i)
                    + " samples");
            }
            boolean cycle = question == Question.CLOCK && times.point(i).equals("cycle");
            if (picos > (cycle ? MOST_CYCLE : MOST_PICOS.get(question))) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), "takes " + picos + " ps");
            }
        }
    }

    /** Checks that medians show no step if all repeats agree that there is none. */
    private static void checkUnfound(Step step, Findings findings) {
        if (step.found() || step.agreeing() < step.repeats()) {
            return;
        }
        for (int i = 1; i < step.points().size(); i++) {
            if (Step.parts(step.points(), i, true)) {
                findings.add(ValidationRule.COSTS, "/costs/line/cost/coherence", "no step, but its times have one at "
                    + step.points().get(i).bytes() + " bytes");
            }
        }
    }
}
