// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.machine.Machines;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Samples;
import org.tearline.verdict.TrialResult;

class TrialTest {
    @Test
    void shouldExplainATearInAFewLines() {
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);
        TrialResult result = Samples.result(trial, Samples.BUDGET, Samples.torn(), Machines.x86());

        assertThat(Trial.text(result)).startsWith("TORN  a long at 60").contains("\nwhy ", "\nfix ")
            .hasLineCount(6);
    }
}
