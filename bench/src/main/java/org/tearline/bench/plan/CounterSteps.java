// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.tearline.bench.jmh.CounterCost;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** Holds what a counter costs that all threads share, and what it loses. Immutable. */
final class CounterSteps {
    static final String GROUP = Question.COUNTERS.id();

    private static final String STRADDLING = "raw-getandadd-straddling";
    private static final List<String> COUNTERS = List.of("nothing", "racy", "racy-opaque", "racy-ordered",
        "racy-volatile", "synchronized", "reentrant-lock", "atomic-long", "long-adder", "getandadd", "cas-loop",
        "raw-getandadd", STRADDLING);
    /** As for the remedies: few short looks at what delays others. */
    private static final int LOCKED_ITERATIONS = 7;
    private static final int LOCKED_MILLIS = 10;
    /** Start, warm-up and end of a fork. */
    private static final double FORK_SECONDS = 0.9;

    private final Setting setting;

    CounterSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        // One, two, four, eight, and as many as there are.
        TreeSet<Integer> threads = new TreeSet<>(List.of(1, 2, 4, 8));
        threads.add(setting.cpus());
        for (String counter : COUNTERS) {
            for (int count : threads) {
                if (count <= setting.cpus()) {
                    Step step = new Step(GROUP + "-" + counter + "-" + count, GROUP, counter + ", threads: " + count,
                        FORK_SECONDS + setting.profile().iterations() * setting.profile().millis() / 1000.0,
                        () -> measure(counter, count));
                    // One thread finds its counter where it left it, in every JVM.
                    steps.add(count == 1 ? step.asSteady() : step);
                }
            }
        }
        for (int count : threads.tailSet(setting.cpus() + 1)) {
            steps.add(new Step(GROUP + "-left-out-" + count, GROUP, count + " threads", 0, () ->
                StepResult.leftOut(GROUP, count + " threads", Reason.CPUS, "they want " + count + " CPUs, here are "
                    + setting.cpus())));
        }
        return steps;
    }

    private StepResult measure(String counter, int threads) throws StepFailed {
        boolean straddling = counter.equals(STRADDLING);
        if (straddling && !(setting.splitLocks() && setting.x86())) {
            return StepResult.leftOut(GROUP, counter, setting.x86() ? Reason.FORBIDDEN : Reason.FAULTS,
                setting.x86() ? "--no-split-locks" : "misaligned, it faults on this architecture");
        }
        Jmh jmh = setting.jmh().threads(threads).with("counter", counter)
            .with("across", setting.caches().lineBytes() - 4);
        if (straddling && !setting.profile().smoke()) {
            jmh.timed(setting.profile().inEachFork(LOCKED_ITERATIONS), LOCKED_MILLIS);
        } else {
            jmh.timed();
        }
        List<Iteration> iterations = jmh.run(CounterCost.class, "add");
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String name : List.of(CounterCost.INCREMENTS, CounterCost.LOST)) {
            counts.put(name, iterations.stream().mapToLong(one -> (long) one.observed(name)).sum());
        }
        return StepResult.of(List.of(new Cell(GROUP, Map.of("counter", counter), "time", "ns", "threads",
            Integer.toString(threads), iterations.stream().map(Iteration::score).toList(), counts)));
    }
}
