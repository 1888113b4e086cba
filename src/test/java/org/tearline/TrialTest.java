// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tearline.machine.Machines;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
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

    /** Such a trial would read values that nobody stored, or kill the JVM. */
    @Test
    void shouldRefuseAVectorOrGuardWithOtherAccesses() {
        Trial vector = Trial.of(60, WriteMode.ORDERED, ReadMode.VOLATILE).of(Width.VECTOR_16).in(Memory.BYTEBUFFER);
        Trial guard = Trial.of(60, WriteMode.ORDERED, ReadMode.SEQLOCK);

        assertThatThrownBy(vector::run).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("plain");
        assertThatThrownBy(guard::run).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("seqlock");
    }
}
