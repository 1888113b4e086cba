// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.machine.SplitLockCost.Finding;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.TrialFailed;
import org.tearline.trial.Geometry;
import org.tearline.verdict.CellReason;

class WorkerAnswersTest {
    private static final Geometry USUAL = new Geometry(64, 4096);

    @Test
    void shouldDeriveTheCostFromTheDeathOfAWorker() {
        SplitLockCost killed = WorkerAnswers.costAfterDeath(new TrialFailed("the worker JVM died: SIGBUS (0x7) at"
            + " pc=0x1, exit code 134", CellReason.SIGBUS));
        SplitLockCost other = WorkerAnswers.costAfterDeath(new TrialFailed("not a SIGBUS", CellReason.STOPPED));
        assertThat(killed.finding()).isEqualTo(Finding.FATAL);
        assertThat(killed.reason()).contains("SIGBUS");
        assertThat(other.finding()).isEqualTo(Finding.NOT_TIMED);
    }

    @Test
    void shouldNotTimeSplitLocksIfTheKernelKills() throws Exception {
        SplitLockCost cost = WorkerAnswers.splitLockCost(USUAL, new SplitLockPolicy(true, null, "fatal", null));
        assertThat(cost.finding()).isEqualTo(Finding.FATAL);
        assertThat(cost.singles()).isNull();
        assertThat(cost.reason()).contains("split_lock_detect=fatal");
    }
}
