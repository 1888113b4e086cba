// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.file.Profile;
import org.tearline.machine.Machines;
import org.tearline.machine.SplitLockCost;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.WriteMode;

class SweepBudgetTest {
    private static final SplitLockCost UNTIMED = SplitLockCost.notTimed("not requested");
    private static final SweepPlan PLAN = new SweepPlan(SweepPlan.USUAL.memories(), SweepPlan.USUAL.widths(),
        SweepPlan.USUAL.processes(), SweepPlan.USUAL.writes(), SweepPlan.USUAL.reads(), false,
        IntStream.concat(IntStream.range(0, 64), IntStream.range(4089, 4096)).boxed().toList(), SweepPlan.USUAL.tier());
    private static final TrialSpec LOCKED = TrialSpec.USUAL.with(WriteMode.CAS, ReadMode.EXCHANGE);
    private static final AccessRules RULES = Machines.x86().rules();
    private static final SweepPlan WIDE = new SweepPlan(SweepPlan.WIDE.memories(), SweepPlan.WIDE.widths(),
        SweepPlan.WIDE.processes(), SweepPlan.WIDE.writes(), SweepPlan.WIDE.reads(), SweepPlan.WIDE.guards(),
        List.of(0, 28, 60), SweepPlan.WIDE.tier());

    @Test
    void shouldGiveGuardsAndVectorsEnoughChangesForAVerdict() {
        SweepBudget budgets = new SweepBudget(WIDE, Profile.WIDE, RULES, true, UNTIMED, 1);
        assertThat(WIDE.trials()).allSatisfy(trial -> assertThat(budgets.forTrial(trial).changes()).as("%s", trial)
            .isEqualTo(RULES.splitLocked(trial) ? 2_000 : trial.read().guarded() || trial.oneSided() ? 100_000
                : 50_000));
    }

    @Test
    void shouldEstimateTheWholeSweep() {
        SweepBudget estimate = new SweepBudget(PLAN, Profile.DEFAULT, RULES, true, UNTIMED, 2);
        assertThat(estimate.trials()).isEqualTo(2 * 852);
        assertThat(estimate.splitLocked()).isEqualTo(2 * 126);
        assertThat(estimate.seconds())
            .isCloseTo(2 * PLAN.trials().stream().mapToDouble(estimate::seconds).sum(), within(1e-6));
        // 28 trials have two locked sides and make 14,286 changes, with 8 split locks of 600 ns each; 98 have one.
        double both = 14_286 * 8 * 600e-9;
        assertThat(estimate.splitLockSeconds()).isCloseTo(2 * (126 * 0.015 + 28 * both + 98 * 0.02), within(1e-6));
        SweepBudget without = new SweepBudget(PLAN, Profile.DEFAULT, RULES, false, UNTIMED, 2);
        assertThat(without.splitLockSeconds()).isZero();
        assertThat(estimate.seconds() - without.seconds()).isCloseTo(2 * (28 * both + 98 * 0.02), within(1e-6));
    }

    @Test
    void shouldEstimateByTheTimeOfASplitLock() {
        SplitLockCost slow = SplitLockCost.timed(new SplitLockCost.Singles(1, 1, 1),
            new SplitLockCost.Means(10L, 57_000L));
        SweepBudget estimate = new SweepBudget(PLAN, Profile.DEFAULT, RULES, true, slow, 1);
        // Two locked sides make the 2,000 changes of a negative result, unless half a second passes first.
        assertThat(estimate.forTrial(LOCKED)).isEqualTo(new Budget(500_000_000, 2_000, Until.SETTLED));
        assertThat(estimate.splitLockSeconds()).isCloseTo(126 * 0.015 + 28 * 0.5 + 98 * 0.02, within(1e-6));
    }

    @Test
    void shouldDivideTheChangesOfTwoLockedSidesAmongTheCellsOfAClass() {
        SplitLockCost fast = SplitLockCost.timed(new SplitLockCost.Singles(1, 1, 1),
            new SplitLockCost.Means(10L, 1_000L));
        SweepBudget budgets = new SweepBudget(PLAN, Profile.DEFAULT, RULES, true, fast, 1);
        assertThat(budgets.forTrial(LOCKED).changes()).as("half a second for seven cells, 8 us for each change")
            .isEqualTo(1 + 62_500 / 7);
        assertThat(budgets.forTrial(LOCKED.at(4_092)).changes()).isEqualTo(1 + 62_500 / 7);
    }
}
