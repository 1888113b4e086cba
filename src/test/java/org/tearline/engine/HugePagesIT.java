// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Budget;
import org.tearline.plan.Crossing;
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
import org.tearline.platform.HugePages;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/** Huge pages by a real worker of either JDK, where the kernel has them. */
@Tag("stress")
class HugePagesIT {
    private static final Machine MACHINE = Machine.live();
    private static final HugePages HUGE = HugePages.of(Linux.live());

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldTearAcrossALineInsideOnePage(Path jdk) throws Exception {
        assumeTrue(HUGE.problem() == null && MACHINE.cpus().usableOrNone().size() > 1, "no huge pages, or one CPU");
        AccessRules rules = MACHINE.rules().with(MACHINE.geometry().inHugePages(HUGE.bytes()));
        try (Tester tester = Tester.open(Tier.C2, tier -> WorkerProcess.start(tier, jdk, List.of()))) {
            for (Memory memory : Memory.values()) {
                if (!WorkerOptionsIT.has(jdk, memory)) {
                    continue;
                }
                int offset = MACHINE.geometry().pageBytes() - Width.LONG.bytes() / 2;
                TrialResult result = run(tester, memory, offset, rules);
                if (!memory.canBeHuge()) {
                    assertThat(result.judgement().verdict()).as("%s", memory).isEqualTo(Verdict.REFUSED);
                    assertThat(result.judgement().reason()).startsWith("no huge page: ");
                    continue;
                }
                if (result.judgement().verdict() == Verdict.REFUSED) {
                    // The kernel had none to give: it says how much it gave.
                    assertThat(result.judgement().reason()).contains("KiB are in one");
                    continue;
                }
                assertThat(result.judgement().verdict()).as("%s: %s", memory, result.judgement().reason())
                    .isEqualTo(Verdict.TORN);
                assertThat(result.crosses()).isEqualTo(Crossing.LINE);
                TrialResult usual = run(tester, memory, offset, MACHINE.rules());
                assertThat(usual.judgement().verdict()).isEqualTo(Verdict.TORN);
                assertThat(usual.crosses()).as("in a bench of its own").isEqualTo(Crossing.PAGE);
            }
        }
    }

    private static TrialResult run(Tester tester, Memory memory, int offset, AccessRules rules) throws Exception {
        TrialSpec trial = new TrialSpec(memory, Width.LONG, offset, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.C2, 1);
        return tester.run(new TrialRequest(trial, new Budget(20_000_000_000L, 10_000_000, Until.FIRST),
            ThreadCpus.of(MACHINE.cpus().usableOrNone(), 1, 1), rules, Stressor.AUTO, SplitLocks.FORBIDDEN_BY_USER,
            null, true), any -> false, MACHINE, TrialListener.SILENT);
    }
}
