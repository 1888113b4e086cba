// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.bench.jmh.JythonAdders;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** The shared counters through Jython, where its jar is beside ours. Immutable. */
final class JythonSteps {
    static final String GROUP = Question.JYTHON_COUNTERS.id();

    private static final List<String> ADDERS = List.of("nothing", "racy", "lock", "atomic-integer");
    /** Measured: start of Jython and forty rounds. */
    private static final double SECONDS = 4;

    private final Setting setting;

    JythonSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (String adder : ADDERS) {
            steps.add(new Step(GROUP + "-" + adder, GROUP, adder + ", a pool of 3 threads", SECONDS,
                () -> measure(adder)).asSteady());
        }
        return steps;
    }

    private StepResult measure(String adder) throws StepFailed {
        if (JythonSteps.class.getResource("/org/python/util/PythonInterpreter.class") == null) {
            return StepResult.leftOut(GROUP, adder, Reason.IMPOSSIBLE,
                "lib/jython-standalone.jar is not beside bench.jar");
        }
        List<Iteration> rounds = setting.jmh().with("adder", adder)
            .shots(setting.profile().smoke() ? 1 : JythonAdders.ROUNDS, JythonAdders.ADDITIONS)
            .run(JythonAdders.class, "round");
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String name : List.of(JythonAdders.INCREMENTS, JythonAdders.LOST)) {
            counts.put(name, rounds.stream().mapToLong(one -> (long) one.observed(name)).sum());
        }
        return StepResult.of(List.of(new Cell(GROUP, Map.of("adder", adder), "time", "ns", "threads", "3",
            rounds.stream().map(Iteration::score).toList(), counts)));
    }
}
