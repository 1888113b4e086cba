// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerCommand;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Budget;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Machine;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/** Vectors by a real worker of either JDK; scripts/truth asks whether they tear. */
@Tag("stress")
class VectorsIT {
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldRefuseWhatTheJvmHasNoRegistersFor(Path jdk) throws Exception {
        Machine machine = Machine.live();
        List<Integer> cpus = machine.cpus().usableOrNone();
        assumeTrue(machine.rules().hasSplitLocks() && cpus.size() > 1, "not x86, whose flag it is, or one CPU");
        List<String> options = new ArrayList<>(WorkerCommand.VECTORS);
        options.add("-XX:UseAVX=1");
        TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, Width.VECTOR_32, 0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.C2, 1);

        try (Tester tester = Tester.open(Tier.C2, tier -> WorkerProcess.start(tier, jdk, options))) {
            TrialResult result = tester.run(new TrialRequest(trial, new Budget(20_000_000_000L, 50_000, Until.FIRST),
                ThreadCpus.of(cpus, 1, 1), machine.rules(), Stressor.AUTO, SplitLocks.FORBIDDEN_BY_USER, null, true),
                any -> false, machine, TrialListener.SILENT);

            assertThat(result.judgement().verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(result.judgement().reason()).endsWith(": a vector of 32 bytes needs a register of 256 bits;"
                + " this CPU, as this JVM uses it, has 128 bits");
        }
    }
}
