// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.loop.Stressor;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.Machine;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Samples;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;

/** Tests real workers with JVM options that an ordinary run does not use. */
@Tag("stress")
public class WorkerOptionsIT {
    private static final List<String> NO_UNALIGNED_ACCESSES =
        List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-UseUnalignedAccesses");
    private static final Machine MACHINE = Machine.live();
    private static final TrialSpec ALIGNED = new TrialSpec(Memory.UNSAFE, Width.LONG, 0, WriteMode.VOLATILE,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 1);
    private static final Budget BUDGET = new Budget(5_000_000_000L, 1_000_000, Until.FIRST);

    /** Whether a JDK supports a kind of memory, according to the version in its release file. */
    public static boolean has(Path jdk, Memory memory) throws IOException {
        Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(jdk.resolve("release")));
        assertThat(version.find()).isTrue();
        return memory.problem(Integer.parseInt(version.group(1))) == null;
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldNotBlameTheCpuIfTheJvmHasNoUnalignedAccesses(Path jdk) throws Exception {
        for (Tier tier : Tier.values()) {
            TrialSpec trial = new TrialSpec(Memory.BYTEBUFFER, Width.LONG, 12, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
                Processes.ONE, tier, 1);
            try (WorkerProcess worker = WorkerProcess.start(tier, jdk, NO_UNALIGNED_ACCESSES)) {
                TrialOutcome outcome = run(worker, trial);
                assertThat(outcome.piecewise()).isTrue();
                assertThat(outcome.tally().counts().alien()).as("values from more than two writes are legal here")
                    .isZero();
                Judgement judgement = Samples.judgement(trial, outcome, false);
                assertThat(judgement.verdict()).isEqualTo(Verdict.TORN);
                assertThat(judgement.whoTore()).isNull();
                assertThat(judgement.reason()).contains("says nothing about the CPU");
                assertThat(WorkerAnswers.flags(worker)).containsEntry(JvmFlag.USE_UNALIGNED_ACCESSES, "false");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldCommunicateDespiteOutputOfTheJvmAndItsAgents(Path jdk) throws Exception {
        try (WorkerProcess worker = WorkerProcess.start(Tier.C2, jdk, List.of("-verbose:class", "-verbose:gc",
            "-XX:+PrintFlagsFinal", "-Xlog:jit*=debug,safepoint*=info:stdout",
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:0"))) {
            TrialOutcome outcome = run(worker, ALIGNED);
            assertThat(outcome.tally().counts().changes()).isPositive();
            assertThat(outcome.tally().counts().torn()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldNoticeThatThreadsAreNoLongerPinned(Path jdk) throws Exception {
        Set<Long> before = ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
        for (boolean freed : List.of(false, true)) {
            try (WorkerProcess worker = WorkerProcess.start(Tier.C2, jdk, List.of("-Dtest=pinned"))) {
                List<Long> mine = ProcessHandle.current().children().map(ProcessHandle::pid)
                    .filter(pid -> !before.contains(pid)).toList();
                TrialOutcome outcome = run(worker, ALIGNED, twoCpus(), message -> {
                    for (long pid : freed ? mine : List.<Long>of()) {
                        unpin(pid);
                    }
                });
                assertThat(outcome.pinned()).isEqualTo(!freed);
            }
        }
    }

    private static void unpin(long pid) {
        String all = MACHINE.usableOrNone().stream().map(String::valueOf).collect(Collectors.joining(","));
        try {
            assertThat(new ProcessBuilder("taskset", "-acp", all, String.valueOf(pid))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ThreadCpus twoCpus() {
        assumeTrue(MACHINE.usableOrNone().size() > 1, "needs two CPUs");
        return ThreadCpus.of(MACHINE.usableOrNone(), 1, 1);
    }

    @Test
    void shouldReturnTheFlagsOfTheWorker() throws Exception {
        assertThat(WorkerAnswers.flags(Tier.C2)).containsEntry(JvmFlag.USE_SERIAL_GC, "true")
            .containsEntry(JvmFlag.USE_G1_GC, "false").containsEntry(JvmFlag.USE_UNALIGNED_ACCESSES, "true")
            .containsEntry(JvmFlag.TIERED_STOP_AT_LEVEL, "4");
        assertThat(WorkerAnswers.flags(Tier.C1)).containsEntry(JvmFlag.TIERED_STOP_AT_LEVEL, "1");
    }

    private static TrialOutcome run(WorkerProcess worker, TrialSpec trial) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        return run(worker, trial, ThreadCpus.none(List.of()), message -> { });
    }

    private static TrialOutcome run(WorkerProcess worker, TrialSpec trial, ThreadCpus cpus,
                                    Consumer<Message> heard) throws Exception {
        worker.send(new Message.RunTrial(new TrialRequest(trial, BUDGET, cpus, Samples.X86, Stressor.AUTO,
            SplitLocks.FORBIDDEN_BY_USER, null, false, List.of())));
        while (true) {
            Message message = worker.receive();
            heard.accept(message);
            if (message instanceof Message.Finished finished) {
                return finished.outcome();
            }
            assertThat(message).isNotInstanceOf(Message.Failed.class);
        }
    }
}
