// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.tearline.bench.jmh.RemedyCost;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;
import org.tearline.bench.result.Verdict;

/** Holds what remedies cost and whether they are right, one writer and one reader. Immutable. Thread-safe. */
final class RemedySteps {
    static final String GROUP = Question.REMEDIES.id();

    /** In the order of the report: what is to be mended, what does, what does not. */
    private static final List<String> REMEDIES = List.of("straddling", "aligned-field", "padded-field",
        "copied-to-slot", "seqlock", "synchronized", "two-agree", "cas-write", "locked-read", "cas-write-locked-read");
    private static final Set<String> LOCKED_ACROSS = Set.of("cas-write", "locked-read", "cas-write-locked-read");
    private static final Map<String, Double> PERCENTILES = percentiles();
    /** Each of its operations delays whoever misses a cache: a few short looks are enough for something so slow. */
    private static final int LOCKED_ITERATIONS = 7;
    private static final int LOCKED_MILLIS = 10;
    /** Start, warm-up and end of a fork. */
    private static final double FORK_SECONDS = 1;

    private final Setting setting;

    RemedySteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (String remedy : REMEDIES) {
            double seconds = FORK_SECONDS + setting.profile().iterations() * setting.profile().millis() / 1000.0;
            steps.add(new Step(GROUP + "-" + remedy + "-time", GROUP, remedy + ", time", seconds,
                () -> measure(remedy, Mode.AverageTime)));
            steps.add(new Step(GROUP + "-" + remedy + "-latency", GROUP, remedy + ", latency", seconds,
                () -> measure(remedy, Mode.SampleTime)));
        }
        for (Asked asked : Asked.ALL) {
            steps.add(new Step(GROUP + "-tester-" + asked.write() + "-" + asked.read() + "-" + asked.aligned(), GROUP,
                "the tester's verdict of " + asked.write() + "/" + asked.read(), setting.tester() == null ? 0 : 3,
                () -> verdict(asked)).asSteady());
        }
        return steps;
    }

    private StepResult measure(String remedy, Mode mode) throws StepFailed {
        if (setting.cpus() < 2) {
            return StepResult.leftOut(GROUP, remedy, Reason.CPUS, "a writer and a reader want two CPUs");
        }
        boolean lockedAcross = LOCKED_ACROSS.contains(remedy);
        if (lockedAcross && !setting.splitLocks()) {
            return StepResult.leftOut(GROUP, remedy, Reason.FORBIDDEN, "--no-split-locks");
        }
        if (!setting.x86() && !Set.of("aligned-field", "padded-field").contains(remedy)) {
            return StepResult.leftOut(GROUP, remedy, Reason.FAULTS, "misaligned, it faults on this architecture");
        }
        Jmh jmh = setting.jmh().mode(mode).threads(2).with("remedy", remedy)
            .with("across", setting.caches().lineBytes() - 4);
        if (lockedAcross && !setting.profile().smoke()) {
            jmh.timed(setting.profile().inEachFork(LOCKED_ITERATIONS), LOCKED_MILLIS);
        } else {
            jmh.timed();
        }
        List<Iteration> iterations = jmh.run(RemedyCost.class, "pair");
        List<Cell> cells = new ArrayList<>();
        for (String side : List.of("write", "read")) {
            List<Result<?>> results = new ArrayList<>();
            iterations.forEach(iteration -> results.add(iteration.other(side)));
            Map<String, Long> counts = side.equals("read") ? counts(iterations) : Map.of();
            if (mode == Mode.AverageTime) {
                cells.add(cell(remedy, side, "time", results.stream().map(Result::getScore).toList(), counts));
            } else {
                PERCENTILES.forEach((metric, percent) -> cells.add(cell(remedy, side, metric, results.stream()
                    .map(result -> result.getStatistics().getPercentile(percent)).toList(), Map.of())));
            }
        }
        return StepResult.of(cells);
    }

    private static Cell cell(String remedy, String side, String metric, List<Double> samples,
                             Map<String, Long> counts) {
        return new Cell(GROUP, Map.of("side", side.equals("read") ? "reader" : "writer"), metric, "ns", "remedy",
            remedy, samples, counts);
    }

    private static Map<String, Long> counts(List<Iteration> iterations) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String name : List.of(RemedyCost.READS, RemedyCost.CHANGES, RemedyCost.TORN, RemedyCost.RETRIES)) {
            counts.put(name, iterations.stream().mapToLong(one -> (long) one.observed(name)).sum());
        }
        return counts;
    }

    private static Map<String, Double> percentiles() {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("latency-50", 50.0);
        percentiles.put("latency-90", 90.0);
        percentiles.put("latency-99", 99.0);
        percentiles.put("latency-999", 99.9);
        return percentiles;
    }

    private StepResult verdict(Asked asked) throws StepFailed {
        if (setting.tester() == null || setting.profile().smoke()) {
            return StepResult.of(List.of());
        }
        if (asked.lockedAcross() && !setting.splitLocks()) {
            return StepResult.of(List.of());
        }
        Verdict verdict = new Tester(setting.tester()).ask(asked, setting.caches().lineBytes() - 4);
        return new StepResult(List.of(), List.of(), List.of(), asked.remedies().stream()
            .map(remedy -> new Verdict(remedy, verdict.write(), verdict.read(), verdict.offset(), verdict.verdict(),
                verdict.strength(), verdict.changes(), verdict.torn())).toList());
    }

    /** A pair that the tester can try, and the remedies that come down to it. Immutable. */
    record Asked(String write, String read, boolean aligned, List<String> remedies) {
        private static final List<Asked> ALL = List.of(
            new Asked("ordered", "volatile", false, List.of("straddling")),
            new Asked("ordered", "volatile", true, List.of("aligned-field", "padded-field", "copied-to-slot")),
            new Asked("cas", "volatile", false, List.of("cas-write")),
            new Asked("ordered", "exchange", false, List.of("locked-read")),
            new Asked("cas", "exchange", false, List.of("cas-write-locked-read")));

        private boolean lockedAcross() {
            return !aligned && !(write.equals("ordered") && read.equals("volatile"));
        }
    }
}
