// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.file.Profile;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.SweepPlan;
import org.tearline.verdict.Samples;

class SweepEstimateTest {
    private static final SweepPlan PLAN = new SweepPlan(SweepPlan.USUAL.memories(), SweepPlan.USUAL.widths(),
        SweepPlan.USUAL.processes(), SweepPlan.USUAL.writes(), SweepPlan.USUAL.reads(), false,
        IntStream.concat(IntStream.range(0, 64), IntStream.range(4089, 4096)).boxed().toList(), SweepPlan.USUAL.tier());

    @Test
    void shouldAddUpItsTrials() {
        SweepEstimate estimate = estimate(600, true, 2);
        assertThat(estimate.trials()).isEqualTo(2 * 1_704);
        assertThat(estimate.splitLocked()).isEqualTo(2 * 252);
        assertThat(estimate.seconds())
            .isCloseTo(2 * PLAN.trials().stream().mapToDouble(estimate::seconds).sum(), within(1e-6));
        assertThat(estimate.seconds() - estimate(600, false, 2).seconds())
            .isCloseTo(estimate.splitLockSeconds(), within(1e-6));
    }

    private static SweepEstimate estimate(long splitLockNanos, boolean splitLocks, int placements) {
        SplitLockCost cost = SplitLockCost.timed(false,
            new SplitLockCost.Singles(splitLockNanos, splitLockNanos, splitLockNanos),
            new SplitLockCost.Means(6, 6L, 6L, 6L, splitLockNanos));
        return new SweepEstimate(PLAN, Profile.DEFAULT, Samples.MACHINE.rules(), splitLocks, cost, placements);
    }
}
