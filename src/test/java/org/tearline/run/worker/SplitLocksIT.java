// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.Tester;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.verdict.Samples;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/** Trials that lock across a line and may not: each is left out with the true cause. No such operation is made here. */
class SplitLocksIT {
    private static final Machine X86 = Machines.x86();
    private static final ThreadCpus UNPINNED = ThreadCpus.none(List.of());

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"FORBIDDEN_BY_USER, split locks are forbidden (--no-split-locks)",
        "SLOWED, 'the kernel slows locking across a line, so it was left out'",
        "FATAL, the kernel kills processes that lock across a line"})
    void shouldSayOfARefusedTrialWhoRefusedIt(SplitLocks splitLocks, String cause) throws Exception {
        TrialSpec trial = Samples.trial(60, WriteMode.CAS, ReadMode.VOLATILE);
        TrialRequest request = new TrialRequest(trial, new Budget(1, 1, Until.FIRST), UNPINNED,
            X86.rules(), Stressor.AUTO, splitLocks, null, false);

        try (Tester tester = Tester.open(Tier.C2, false)) {
            TrialResult result = tester.run(request, any -> false, () -> X86, TrialListener.SILENT);

            assertThat(result.judgement().verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(result.judgement().reason()).isEqualTo(
                "this trial makes locked accesses across a line, and " + cause);
        }
    }

    @Test
    void shouldGiveAReasonUnlessAllowed() {
        assertThat(SplitLocks.values()).allMatch(value -> value.allowed() == (CellReason.of(value) == null))
            .allMatch(value -> value.allowed() == (value.cause() == null));
    }
}
