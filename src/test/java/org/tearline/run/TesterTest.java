// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.run.link.Message.WorkerLink;
import org.tearline.run.link.Message.WorkerLink.WorkerDied;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.TrialResult.Controls;
import org.tearline.verdict.TrialResult.Controls.Control;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/** What a trial comes to when its worker dies, played: each worker says its lines and then dies as it is told. */
class TesterTest {
    private static final Machine MACHINE = Machines.x86();
    private static final Message SILENT = new Message.Finished(Samples.silent(1_000_000, Samples.CONTROLS));
    private static final WorkerDied KILLED = new WorkerDied("the worker JVM died: SIGKILL", CellReason.STOPPED);
    private static final WorkerDied CRASHED = new WorkerDied("the worker JVM died: SIGILL", CellReason.WORKER_DIED);

    private final Deque<Played> workers = new ArrayDeque<>();
    private final List<Played> started = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @Test
    void shouldAskASuccessorWhenAWorkerIsKilledFromOutside() throws Exception {
        worker(KILLED);
        worker(KILLED, new Message.Trying(Stressor.SPIN), new Message.Progress(1, 2, 0, "spin"));
        worker(KILLED);
        worker(null, SILENT);
        assertThat(run(Stressor.AUTO).judgement().verdict()).isEqualTo(Verdict.NONE);
        assertThat(started).hasSize(4).allMatch(worker -> worker.closed || worker == started.get(3));
        assertThat(notes).as("no stressor is blamed").isEmpty();
    }

    @Test
    void shouldSayWhatHappenedWhenEveryWorkerIsKilledFromOutside() throws Exception {
        for (int i = 0; i < 4; i++) {
            worker(KILLED);
        }
        TrialResult result = run(Stressor.AUTO);
        assertThat(result.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.judgement().reason()).contains("from outside 4 times", "SIGKILL");
    }

    @Test
    void shouldAskNoSuccessorWhenTheJarWasReplaced() throws Exception {
        worker(new WorkerDied("tester.jar was replaced", CellReason.STOPPED, false));
        TrialResult result = run(Stressor.AUTO);
        assertThat(result.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.judgement().reason()).startsWith("tester.jar was replaced");
        assertThat(started).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetAWitnessedTearStand(boolean killed) throws Exception {
        worker(killed ? KILLED : CRASHED, new Message.Provisional(Samples.torn()),
            new Message.FirstTear(new Witness(Width.LONG, 1, 2, 3, 4), 5));
        TrialResult result = run(Stressor.AUTO);
        assertThat(result.judgement().verdict()).isEqualTo(Verdict.TORN);
        assertThat(result.outcome().tally().witnesses()).isEqualTo(Samples.torn().tally().witnesses());
        assertThat(started).hasSize(1);
    }

    @Test
    void shouldLeaveOutAStressorThatKillsFromThenOn() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.NONE), new Message.Trying(Stressor.STORE_BOTH),
            new Message.Trying(Stressor.WRITEBACK_SECOND));
        worker(null, SILENT, SILENT, SILENT);
        try (Tester tester = new Tester(Tier.C2, false, (tier, vectors) -> next())) {
            assertThat(run(tester, Stressor.AUTO).judgement().verdict()).isEqualTo(Verdict.NONE);
            assertThat(run(tester, Stressor.AUTO).judgement().verdict()).isEqualTo(Verdict.NONE);
        }
        List<Message.Assignment> asked = started.get(1).asked;
        assertThat(asked.get(0).request().stressor()).as("the access alone").isEqualTo("none");
        assertThat(asked.subList(1, 3)).allSatisfy(assignment -> assertThat(assignment.without())
            .as("every stressor with this instruction, and no other")
            .containsExactlyInAnyOrderElementsOf(Arrays.stream(Stressor.values())
                .filter(stressor -> stressor.name().contains("WRITEBACK")).toList()));
        assertThat(notes).singleElement().asString().contains("SIGILL", "writeback-second");
    }

    @Test
    void shouldCallItAFaultWhenTheAccessAloneKills() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.SPIN));
        worker(CRASHED, new Message.Trying(Stressor.NONE));
        assertThat(run(Stressor.AUTO).judgement().verdict()).isEqualTo(Verdict.FAULT);
        assertThat(notes).isEmpty();
    }

    @Test
    void shouldNotBlameAStressorThatHasSurvived() throws Exception {
        worker(CRASHED, new Message.Trying(Stressor.SPIN), new Message.Trying(null));
        TrialResult result = run(Stressor.AUTO);
        assertThat(result.judgement().verdict()).isEqualTo(Verdict.FAULT);
        assertThat(result.judgement().reason()).contains("SIGILL");
    }

    @Test
    void shouldHaveNoFaultOfAWorkerThatDiesOnceStopped() throws Exception {
        worker(KILLED);
        try (Tester tester = new Tester(Tier.C2, false, (tier, vectors) -> next())) {
            tester.stop();
            TrialResult result = run(tester, Stressor.AUTO);
            assertThat(result.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(result.judgement().reason()).contains("stopped");
            assertThat(tester.controls(request(Stressor.AUTO))).isEmpty();
        }
        assertThat(started).as("nobody is asked any more").hasSize(1);
    }

    @Test
    void shouldRunControlsAgainWhenTheirWorkerIsKilledFromOutside() throws Exception {
        Controls controls = new Controls(new Control(9, 0), 8, List.of());
        worker(KILLED);
        worker(null, new Message.Trying(Stressor.NONE), new Message.ControlsDone(controls));
        try (Tester tester = new Tester(Tier.C2, false, (tier, vectors) -> next())) {
            assertThat(tester.controls(request(Stressor.AUTO))).contains(controls);
        }
    }

    private void worker(WorkerDied end, Message... lines) {
        workers.add(new Played(end, new ArrayDeque<>(List.of(lines))));
    }

    private Played next() {
        Played worker = workers.remove();
        started.add(worker);
        return worker;
    }

    private TrialResult run(String stressor) throws Exception {
        try (Tester tester = new Tester(Tier.C2, false, (tier, vectors) -> next())) {
            return run(tester, stressor);
        }
    }

    private TrialResult run(Tester tester, String stressor) throws Exception {
        return tester.run(request(stressor), any -> true, () -> MACHINE, new TrialListener() {
            @Override
            public void note(String sentence) {
                notes.add(sentence);
            }
        });
    }

    private static TrialRequest request(String stressor) {
        return new TrialRequest(Samples.trial(0, WriteMode.ORDERED, ReadMode.VOLATILE),
            new Budget(Long.MAX_VALUE, 1_000, Until.BUDGET), ThreadCpus.none(List.of()), Samples.X86,
            stressor, SplitLocks.ALLOWED, null, true);
    }

    /** Says its lines in order, whatever it is asked, then dies as it is told. */
    private static final class Played implements WorkerLink {
        private final WorkerDied end;
        private final Deque<Message> lines;
        private final List<Message.Assignment> asked = new ArrayList<>();
        private boolean closed;

        private Played(WorkerDied end, Deque<Message> lines) {
            this.end = end;
            this.lines = lines;
        }

        @Override
        public void send(Message message) throws IOException {
            if (message instanceof Message.Assignment assignment) {
                asked.add(assignment);
            }
        }

        @Override
        public Message receive() throws WorkerDied {
            if (lines.isEmpty()) {
                throw end;
            }
            return lines.remove();
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
