// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Samples;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;

class KnownAnswersTest {
    private KnownAnswers answers = new KnownAnswers(Samples.MACHINE, Samples.X86, true);

    @Test
    void shouldAcceptOnlyPossibleVerdicts() {
        assertRight(Samples.trial(0, WriteMode.ORDERED, ReadMode.VOLATILE), Verdict.NOT_SEEN);
        assertRight(Samples.trial(60, WriteMode.CAS, ReadMode.EXCHANGE), Verdict.NOT_SEEN);
        assertRight(Samples.trial(60, WriteMode.SEQLOCK, ReadMode.SEQLOCK), Verdict.NOT_SEEN);
        assertRight(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE), Verdict.TORN);
        assertRight(Samples.trial(4092, WriteMode.CAS, ReadMode.VOLATILE), Verdict.TORN);
        assertRight(Samples.trial(28, WriteMode.ORDERED, ReadMode.VOLATILE), Verdict.TORN, Verdict.NOT_SEEN);
        assertRight(Samples.trial(60, WriteMode.ORDERED, ReadMode.AGREE), Verdict.TORN, Verdict.NOT_SEEN);
        assertRight(in(Memory.UNSAFE, Tier.C1, 60), Verdict.TORN, Verdict.NOT_SEEN);
        assertRight(in(Memory.BYTEBUFFER, Tier.C2, 60), Verdict.REFUSED);
    }

    @Test
    void shouldExpectTornLoadsOnlyIfTheCpuTearsThem() {
        answers = new KnownAnswers(Samples.MACHINE, Samples.X86, false);

        assertRight(Samples.trial(60, WriteMode.CAS, ReadMode.VOLATILE), Verdict.TORN, Verdict.NOT_SEEN);
        assertRight(Samples.trial(60, WriteMode.ORDERED, ReadMode.EXCHANGE), Verdict.TORN);
        assertRight(Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE), Verdict.TORN);
        assertRight(Samples.trial(60, WriteMode.CAS, ReadMode.EXCHANGE), Verdict.NOT_SEEN);
    }

    @Test
    void shouldAcceptTooFewChangesOnlyBesideSplitLocks() {
        Judgement early = new Judgement(Verdict.INCONCLUSIVE, CellReason.TOO_FEW_CHANGES.sentence() + ": 5,036 of"
            + " 100,000", null, null, null, false);

        TrialSpec splitLocked = in(Memory.UNSAFE, Tier.C1, 59).with(WriteMode.GETANDADD, ReadMode.PLAIN);

        assertThat(answers.fault(splitLocked, early)).isNull();
        assertThat(answers.fault(splitLocked.at(28), early)).isNotNull();
        assertThat(answers.fault(in(Memory.UNSAFE, Tier.C1, 59), early)).isNotNull();
    }

    private void assertRight(TrialSpec trial, Verdict... right) {
        Set<Verdict> accepted = EnumSet.allOf(Verdict.class);
        accepted.removeIf(verdict -> answers.fault(trial, new Judgement(verdict, "", null, null, null, false))
            != null);

        assertThat(accepted).as("%s", trial).containsExactlyInAnyOrder(right);
    }

    private static TrialSpec in(Memory memory, Tier tier, int offset) {
        return new TrialSpec(memory, Width.LONG, offset, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1, Processes.ONE,
            tier, 1);
    }
}
