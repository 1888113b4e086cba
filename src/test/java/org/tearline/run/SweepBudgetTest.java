// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.file.Profile;
import org.tearline.machine.Machines;
import org.tearline.trial.AccessRules;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.TrialSpec;

/** How many changes the trials of the wide profile get. */
class SweepBudgetTest {
    private static final AccessRules RULES = Machines.x86().rules();
    private static final SweepPlan WIDE = new SweepPlan(SweepPlan.WIDE.memories(), SweepPlan.WIDE.widths(),
        SweepPlan.WIDE.processes(), SweepPlan.WIDE.writes(), SweepPlan.WIDE.reads(), SweepPlan.WIDE.guards(),
        List.of(0, 28, 60), SweepPlan.WIDE.tier());

    @Test
    void shouldGiveAGuardEnoughForAVerdictAcrossALineUnlessASideLocks() {
        SweepBudget budgets = new SweepBudget(WIDE, Profile.WIDE, RULES);
        assertThat(WIDE.trials()).allSatisfy(trial -> assertThat(budgets.of(trial).changes()).as("%s", trial)
            .isEqualTo(expected(trial)));
    }

    private static long expected(TrialSpec trial) {
        return RULES.splitLocked(trial) ? 2_000 : trial.read().guarded() ? 100_000 : 50_000;
    }
}
