// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.Sample;
import org.tearline.engine.link.Message;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerDied;
import org.tearline.engine.link.WorkerLink;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Budget;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Machine;
import org.tearline.published.Profile;
import org.tearline.result.SweepCell;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/** Real workers that die of a real SIGILL as they begin with a certain stressor. */
@Tag("stress")
class DeadlyStressorIT {
    private static final Machine MACHINE = Machine.live();
    private static final List<Integer> CPUS = MACHINE.cpus().usableOrNone();
    private static final List<Stressor> DEADLY = List.of(Stressor.SPIN, Stressor.STORE_BOTH);

    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path folder;

    static Stream<Object[]> cases() {
        return Sample.of(2, Jdks.all().stream().flatMap(jdk -> DEADLY.stream()
            .map(deadly -> new Object[] {jdk, deadly})).toList());
    }

    @BeforeEach
    void needsTwoCpus() {
        assumeTrue(CPUS.size() > 1, "SKIPPED: with one CPU there is no verdict");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldLeaveItOutOfARun(Path jdk, Stressor deadly) throws Exception {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, 0, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        TrialRequest request = new TrialRequest(trial, new Budget(20_000_000_000L, 100_000, Until.SETTLED),
            ThreadCpus.of(CPUS, 1, 1), MACHINE.rules(), Stressor.AUTO, SplitLocks.FORBIDDEN_BY_USER, null, true);
        try (Tester tester = Tester.open(Tier.C2, tier -> new Mortal(tier, jdk, deadly))) {
            for (int i = 0; i < 2; i++) {
                TrialResult result = tester.run(request, any -> true, MACHINE, new Noting());
                assertThat(result.judgement().verdict()).as(result.judgement().reason()).isEqualTo(Verdict.NONE);
                assertThat(result.outcome().stressors()).noneMatch(use -> use.name().equals(deadly.toString()));
            }
        }
        assertThat(notes).singleElement().asString().contains("left out from now on", "SIGILL", deadly.toString());
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldLeaveItOutOfASweep(Path jdk) throws Exception {
        // A quick sweep has no time for all of them, but for this one.
        Stressor deadly = Stressor.SPIN;
        SweepPlan plan = new SweepPlan(List.of(Memory.UNSAFE), List.of(Width.LONG),
            List.of(Processes.ONE), List.of(WriteMode.PLAIN, WriteMode.ORDERED), List.of(ReadMode.VOLATILE), false,
            List.of(0, 8, 60), Tier.C2);
        try (SweepJournal journal = SweepJournal.create(folder.resolve("journal"),
            new SweepJournal.Header("a sweep", "quick", "a machine", "a JVM", "a build"))) {
            Sweep sweep = new Sweep(plan, Profile.named("quick").orElseThrow(),
                Map.of(CpuDistance.SAME_L3, ThreadCpus.of(CPUS, 1, 1)), MACHINE, SplitLocks.FORBIDDEN_BY_USER,
                null, journal, new Noting(), Long.MAX_VALUE, tier -> new Mortal(tier, jdk, deadly));
            assertThat(sweep.run()).isTrue();
            assertThat(sweep.cells()).hasSize(6).extracting(SweepCell::reason).containsOnlyNulls();
        }
        assertThat(notes).singleElement().asString().contains("left out from now on", "SIGILL", deadly.toString());
    }

    /** A worker that gets the signal in the middle of what it does with that stressor. */
    private static final class Mortal implements WorkerLink {
        private final WorkerProcess worker;
        private final ProcessHandle process;
        private final Stressor deadly;
        private boolean dying;

        private Mortal(Tier tier, Path jdk, Stressor deadly) throws IOException {
            Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
            this.worker = WorkerProcess.start(tier, jdk, List.of());
            this.process = ProcessHandle.current().children().filter(child -> !before.contains(child)).findFirst()
                .orElseThrow();
            this.deadly = deadly;
        }

        @Override
        public void send(Message message) throws IOException {
            worker.send(message);
        }

        @Override
        public Message receive() throws WorkerDied, IOException, InterruptedException {
            Message message = worker.receive();
            while (dying) {
                message = worker.receive();
            }
            if (message instanceof Message.Trying trying && trying.stressor() == deadly) {
                new ProcessBuilder("kill", "-ILL", String.valueOf(process.pid())).start().waitFor();
                dying = true;
            }
            return message;
        }

        @Override
        public void stop() {
            worker.stop();
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    private final class Noting implements TrialListener, Sweep.Listener {
        @Override
        public void note(String sentence) {
            notes.add(sentence);
        }
    }
}
