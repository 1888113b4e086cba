// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Profile;
import org.tearline.machine.Machines;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Tests that a description tells different sweeps apart, so that none continues the journal of another. */
class SweepRunTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 16})
    void shouldDescribeSweepsWithDifferentTrialsDifferently(int bytes) {
        SweepPlan plain = plan(bytes, List.of(WriteMode.PLAIN), List.of(ReadMode.PLAIN));
        SweepPlan locked = plan(bytes, List.of(WriteMode.PLAIN, WriteMode.CAS),
            List.of(ReadMode.PLAIN, ReadMode.EXCHANGE));

        assertThat(description(plain, true).equals(description(locked, true)))
            .isEqualTo(plain.trials().equals(locked.trials()));
    }

    @Test
    void shouldDescribeThatSplitLocksAreNotWanted() {
        SweepPlan plan = plan(8, List.of(WriteMode.CAS), List.of(ReadMode.VOLATILE));

        assertThat(description(plan, false)).isNotEqualTo(description(plan, true));
    }

    private static SweepPlan plan(int bytes, List<WriteMode> writes, List<ReadMode> reads) {
        return new SweepPlan(List.of(Memory.BYTEBUFFER), List.of(Width.of(bytes)), List.of(Processes.ONE), writes,
            reads, false, List.of(0, 8, 60), Tier.C2);
    }

    private static String description(SweepPlan plan, boolean splitLocksWanted) {
        return new SweepRun(Machines.x86(), plan, Profile.DEFAULT, splitLocksWanted, Map.of(CpuDistance.SAME_L3,
            ThreadCpus.of(List.of(0, 1), 1, 1))).description();
    }
}
