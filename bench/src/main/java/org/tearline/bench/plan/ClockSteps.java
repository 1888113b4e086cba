// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.List;
import java.util.Map;
import org.tearline.bench.jmh.Clock;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.StepResult;

/** The length of a cycle, and the cost of asking for the time. Immutable. Thread-safe. */
final class ClockSteps {
    static final String GROUP = Question.CLOCK.id();

    /** A tenth of a second in all with a quick profile. */
    private static final int SHOTS = 20;

    private final Setting setting;

    ClockSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        return List.of(new Step("clock", GROUP, "the core's cycle and the clock's own cost", 2, this::measure));
    }

    private StepResult measure() throws StepFailed {
        return StepResult.of(List.of(cell("cycle", Clock.STEPS * Clock.CYCLES_A_STEP), cell("nanoTime", Clock.STEPS)));
    }

    private Cell cell(String what, int operations) throws StepFailed {
        // In a fork even where nothing else is: the flags of forks are to be tried too.
        List<Double> samples = setting.jmh().inFork().shots(SHOTS * setting.profile().rounds(), operations)
            .run(Clock.class, what).stream().map(Iteration::score).toList();
        return new Cell(GROUP, Map.of(), "time", "ns", "what", what, samples, Map.of());
    }
}
