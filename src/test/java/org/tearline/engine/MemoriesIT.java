// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Sample;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.memory.MappedFile;
import org.tearline.memory.Region;
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

/** Memories and widths, in one process and in two, by real workers. */
@Tag("stress")
class MemoriesIT {
    private static final Machine MACHINE = Machine.live();

    /** Plain accesses, which every memory has at every width. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldSeeAlignedValuesWholeAndCutOnesTorn(Path jdk) throws Exception {
        List<Integer> cpus = MACHINE.cpus().usableOrNone();
        assumeTrue(cpus.size() > 1 && MACHINE.rules().hasSplitLocks(), "one CPU sees nothing; another may fault");
        Random random = new Random(1);
        try (MappedFile file = MappedFile.temporary(Region.bytes(MACHINE.geometry().pageBytes()));
             Tester tester = Tester.open(Tier.C2, tier -> WorkerProcess.start(tier, jdk, List.of()))) {
            for (TrialSpec trial : Sample.of(9, trials()).toList()) {
                int width = trial.width().bytes();
                int place = random.nextInt(64 / width) * width;
                if (!WorkerOptionsIT.has(jdk, trial.memory())) {
                    // The parent's JVM may have it: the worker's decides.
                    TrialResult lacking = run(tester, trial, 5_000, cpus, file);
                    assertThat(lacking.judgement().verdict()).isEqualTo(Verdict.REFUSED);
                    assertThat(lacking.judgement().reason()).contains("segment memory needs JDK 22 or newer");
                    continue;
                }
                TrialResult aligned = run(tester, trial.at(place), 5_000, cpus, file);
                assertThat(aligned.judgement().verdict()).as("%s: %s", aligned.trial(), aligned.judgement().reason())
                    .isEqualTo(Verdict.NONE);
                TrialResult cut = run(tester, trial.at(64 - width / 2), 10_000_000, cpus, file);
                assertThat(cut.judgement().verdict()).as("%s: %s", cut.trial(), cut.judgement().reason())
                    .isEqualTo(Verdict.TORN);
                assertThat(cut.outcome().tally().witnesses().get(0).width()).isEqualTo(trial.width());
                assertThat(cut.outcome().tally().witnesses().get(0).seam()).isEqualTo(width / 2);
            }
        }
    }

    /** Below C2 the JDK's own code makes a short's read-modify-write, and refuses it at the last byte of a word. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldRefuseWhatTheCodeBelowC2Refuses(Path jdk) throws Exception {
        List<Integer> cpus = MACHINE.cpus().usableOrNone();
        assumeTrue(cpus.size() > 1 && MACHINE.rules().hasSplitLocks(), "one CPU tries nothing; another may fault");
        TrialSpec any = new TrialSpec(Memory.UNSAFE, Width.SHORT, 3, WriteMode.VOLATILE, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C1, 1);
        try (Tester tester = Tester.open(Tier.C1, tier -> WorkerProcess.start(tier, jdk, List.of()))) {
            for (ReadMode read : List.of(ReadMode.CAS, ReadMode.EXCHANGE, ReadMode.GETANDADD)) {
                assertThat(run(tester, any.with(any.write(), read), 1_000, cpus, null).judgement().verdict()).as("%s",
                    read).isEqualTo(Verdict.REFUSED);
            }
            for (WriteMode write : List.of(WriteMode.CAS, WriteMode.GETANDSET, WriteMode.GETANDADD)) {
                assertThat(run(tester, any.with(write, any.read()), 1_000, cpus, null).judgement().verdict()).as("%s",
                    write).isEqualTo(Verdict.REFUSED);
            }
        }
    }

    private static TrialResult run(Tester tester, TrialSpec trial, long changes, List<Integer> cpus, MappedFile file)
        throws Exception {
        return tester.run(new TrialRequest(trial, new Budget(20_000_000_000L, changes, Until.FIRST),
            ThreadCpus.of(cpus, 1, 1), MACHINE.rules(), Stressor.AUTO, SplitLocks.FORBIDDEN_BY_USER,
            trial.memory() == Memory.MAPPED ? file.path().toString() : null, true), any -> false, MACHINE,
            TrialListener.SILENT);
    }

    private static List<TrialSpec> trials() {
        List<TrialSpec> trials = new ArrayList<>();
        for (Memory memory : Memory.values()) {
            IntStream.rangeClosed(1, memory.canBeShared() ? 2 : 1).mapToObj(Processes::of).forEach(processes -> {
                for (Width width : Width.scalars()) {
                    trials.add(new TrialSpec(memory, width, 0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1, processes,
                        Tier.C2, 1));
                }
            });
        }
        return trials;
    }
}
