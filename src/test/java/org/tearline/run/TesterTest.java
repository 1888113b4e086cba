// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerLink;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Witness;

/** Tests the outcomes of trials whose worker dies. Each fake worker sends its messages and then dies. */
class TesterTest {
    private static final Machine MACHINE = Machines.x86();
    private static final TrialRequest REQUEST = new TrialRequest(
        Samples.trial(0, WriteMode.ORDERED, ReadMode.VOLATILE), new Budget(Long.MAX_VALUE, 1_000, Until.BUDGET),
        ThreadCpus.none(List.of()), Samples.X86, Stressor.AUTO, SplitLocks.ALLOWED, null, true, List.of());
    private static final TrialOutcome SILENT = Samples.silent(1_000_000, Samples.CONTROLS);
    private static final Message NONE_SEEN = new Message.Finished(SILENT);
    private static final TrialFailed KILLED = new TrialFailed("the worker JVM died: SIGKILL", CellReason.STOPPED);
    private static final TrialFailed CRASHED = new TrialFailed("the worker JVM died: SIGILL", CellReason.WORKER_DIED);

    private final Deque<FakeWorker> workers = new ArrayDeque<>();
    private final List<FakeWorker> started = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Witness> firstTears = new ArrayList<>();

    @Test
    void shouldRetryWhenAWorkerIsKilledFromOutside() throws Exception {
        worker(KILLED);
        worker(KILLED, new Message.Trying(Stressor.SPIN), new Message.Progress(1, 2, 0, "spin"));
        worker(KILLED);
        worker(null, NONE_SEEN);
        assertThat(run()).isEqualTo(SILENT);
        assertThat(started).hasSize(4).allMatch(worker -> worker.closed || worker == started.get(3));
        assertThat(notes).as("no stressor is blamed").isEmpty();
    }

    @Test
    void shouldGiveUpWhenEveryWorkerIsKilledFromOutside() throws Exception {
        for (int i = 0; i < 4; i++) {
            worker(KILLED);
        }
        TrialOutcome outcome = run();
        assertThat(outcome.cause()).isEqualTo(CellReason.STOPPED);
        assertThat(outcome.reason()).contains("from outside, or could not run, 4 times", "SIGKILL");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepAWitnessedTear(boolean killed) throws Exception {
        worker(killed ? KILLED : CRASHED, new Message.Provisional(Samples.torn()),
            new Message.Provisional(Samples.torn()));
        try (Tester tester = tester()) {
            TrialOutcome outcome = run(tester);
            assertThat(outcome).isEqualTo(Samples.torn());
            assertThat(outcome.tally().witnesses()).isEqualTo(firstTears);
        }
        assertThat(started).hasSize(1);
    }

    /** Another tester may use the same file. */
    @Test
    void shouldAnnounceNoTearBesideBytesThatChanged() throws Exception {
        worker(null, new Message.Provisional(Samples.disturbed()), new Message.Finished(Samples.disturbed()));
        assertThat(run()).isEqualTo(Samples.disturbed());
        assertThat(firstTears).isEmpty();
    }

    @Test
    void shouldLeaveOutAStressorThatKills() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.NONE), new Message.Trying(Stressor.STORE_BOTH),
            new Message.Trying(Stressor.WRITEBACK_SECOND));
        worker(null, NONE_SEEN, NONE_SEEN, NONE_SEEN);
        try (Tester tester = tester()) {
            assertThat(run(tester)).isEqualTo(SILENT);
            assertThat(run(tester)).isEqualTo(SILENT);
        }
        List<TrialRequest> received = started.get(1).received;
        assertThat(received.get(0).stressor()).as("the bare access").isEqualTo("none");
        assertThat(received.subList(1, 3)).allSatisfy(request -> assertThat(request.without())
            .as("the stressors with this instruction")
            .containsExactlyInAnyOrderElementsOf(Arrays.stream(Stressor.values())
                .filter(stressor -> stressor.name().contains("WRITEBACK")).toList()));
        assertThat(notes).singleElement().asString().contains("SIGILL", "writeback-second");
    }

    @Test
    void shouldReportAFaultWhenTheBareAccessKills() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.SPIN));
        worker(CRASHED, new Message.Trying(Stressor.NONE));
        assertThat(run().cause()).isEqualTo(CellReason.WORKER_DIED);
        assertThat(notes).isEmpty();
    }

    @Test
    void shouldNotBlameAStressorThatSurvived() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.SPIN), new Message.Trying(null));
        TrialOutcome outcome = run();
        assertThat(outcome.cause()).isEqualTo(CellReason.WORKER_DIED);
        assertThat(outcome.reason()).contains("SIGILL");
    }

    @Test
    void shouldNotReportAFaultAfterAStop() throws Exception {
        worker(KILLED);
        try (Tester tester = tester()) {
            tester.stop();
            TrialOutcome outcome = run(tester);
            assertThat(outcome.cause()).isEqualTo(CellReason.STOPPED);
            assertThat(outcome.reason()).contains("stopped");
            assertThat(tester.runControl(REQUEST)).isEmpty();
        }
        assertThat(started).as("no worker is started after a stop").hasSize(1);
    }

    @Test
    void shouldRetryAControlWhenItsWorkerIsKilledFromOutside() throws Exception {
        Seen control = new Seen(1_000, 0);
        worker(KILLED);
        worker(null, new Message.Trying(Stressor.NONE), new Message.ControlDone(control));
        try (Tester tester = tester()) {
            assertThat(tester.runControl(REQUEST)).contains(control);
        }
    }

    @ParameterizedTest
    @CsvSource({"FORBIDDEN_BY_USER, split locks are forbidden (--no-split-locks)",
        "SLOWED, split locks are slowed down",
        "FATAL, the kernel kills processes that lock across a line"})
    void shouldRefuseForbiddenSplitLocks(SplitLocks splitLocks, String cause) throws Exception {
        worker(null);
        TrialRequest request = new TrialRequest(Samples.trial(60, WriteMode.CAS, ReadMode.VOLATILE),
            REQUEST.budget(), REQUEST.threadCpus(), MACHINE.rules(), Stressor.AUTO, splitLocks, null, false, List.of());
        try (Tester tester = tester()) {
            TrialOutcome outcome = tester.run(request, TrialListener.SILENT);
            assertThat(outcome.cause().state()).isEqualTo(Verdict.REFUSED);
            assertThat(outcome.reason()).isEqualTo("this trial makes locked accesses across a line, and " + cause);
        }
        assertThat(CellReason.of(splitLocks)).isNotNull();
    }

    /** The fake worker would answer, and its tier is not the trial's. */
    @ParameterizedTest
    @EnumSource(value = Tier.class, names = "C2", mode = EnumSource.Mode.EXCLUDE)
    void shouldRefuseATrialOfAnotherTier(Tier tier) throws Exception {
        worker(null, NONE_SEEN);
        TrialSpec c2 = REQUEST.trial();
        TrialSpec other = new TrialSpec(c2.memory(), c2.width(), c2.offset(), c2.write(), c2.read(), c2.writers(),
            c2.readers(), c2.processes(), tier, c2.seed());
        TrialRequest request = REQUEST.with(other, REQUEST.budget(), REQUEST.stressor());
        try (Tester tester = tester()) {
            assertThatIllegalArgumentException().isThrownBy(() -> tester.run(request, TrialListener.SILENT));
            assertThatIllegalArgumentException().isThrownBy(() -> tester.runControl(request));
        }
    }

    private void worker(TrialFailed end, Message... messages) {
        workers.add(new FakeWorker(end, new ArrayDeque<>(List.of(messages))));
    }

    private Tester tester() throws Exception {
        return new Tester(new WorkerSlot(Tier.C2, false, (tier, vectors) -> {
            started.add(workers.remove());
            return started.get(started.size() - 1);
        }));
    }

    private TrialOutcome run() throws Exception {
        try (Tester tester = tester()) {
            return run(tester);
        }
    }

    private TrialOutcome run(Tester tester) throws Exception {
        return tester.run(REQUEST, new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                firstTears.add(witness);
            }

            @Override
            public void note(String sentence) {
                notes.add(sentence);
            }
        });
    }

    /** Sends its messages in order, whatever it receives, then dies. */
    private static final class FakeWorker implements WorkerLink {
        private final TrialFailed end;
        private final Deque<Message> messages;
        private final List<TrialRequest> received = new ArrayList<>();
        private boolean closed;

        private FakeWorker(TrialFailed end, Deque<Message> messages) {
            this.end = end;
            this.messages = messages;
        }

        @Override
        public void send(Message message) {
            if (message instanceof Message.RunTrial run) {
                received.add(run.request());
            }
        }

        @Override
        public Message receive() throws TrialFailed {
            if (messages.isEmpty()) {
                throw end;
            }
            return messages.remove();
        }

        @Override
        public void stop() {
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
