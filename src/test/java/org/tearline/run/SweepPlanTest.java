// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;

class SweepPlanTest {
    private static final List<Integer> OFFSETS = List.of(0, 28, 60);

    @Test
    void shouldTryGuardedLongsInRawMemoryInTheWideProfile() {
        assertThat(guarded(plan(SweepPlan.WIDE)).map(trial -> trial.write() + "/" + trial.read() + " at "
            + trial.offset())).containsExactlyInAnyOrderElementsOf(Stream.of("ordered/agree", "ordered/masked",
            "cas/agree", "cas/masked", "seqlock/seqlock").flatMap(pair -> OFFSETS.stream()
            .map(offset -> pair + " at " + offset)).toList());
        assertThat(guarded(plan(SweepPlan.WIDE))).allMatch(trial -> trial.memory() == Memory.UNSAFE
            && trial.width() == Width.LONG && trial.processes() == Processes.ONE);
        assertThat(guarded(plan(SweepPlan.USUAL))).as("the default profile has none").isEmpty();
    }

    private static Stream<TrialSpec> guarded(SweepPlan plan) {
        return plan.trials().stream().filter(trial -> trial.read().guarded());
    }

    private static SweepPlan plan(SweepPlan plan) {
        return new SweepPlan(plan.memories(), plan.widths(), plan.processes(), plan.writes(), plan.reads(),
            plan.guards(), OFFSETS, plan.tier());
    }
}
