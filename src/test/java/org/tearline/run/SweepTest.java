// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.file.Profile;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerLink;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Rate;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore;
import org.tearline.verdict.Witness;

/** Tests how a sweep spends its time. Uses a fake worker that reports tears at a given rate without running trials. */
class SweepTest {
    private static final Machine X86 = Machines.x86();
    private static final Profile DEFAULT = new Profile("default", 100_000, 1_000_000, 100_000, 10_000_000);

    private static final Map<CpuDistance, ThreadCpus> ONE_PAIR = Map.of(CpuDistance.SAME_L3,
        ThreadCpus.of(List.of(0, 1), 1, 1));

    private static final Sweep.Listener NO_NOTES = new Sweep.Listener() {
        @Override
        public void note(String sentence) {
            throw new AssertionError(sentence);
        }
    };

    private final List<TrialSpec> tried = new ArrayList<>();
    private long nanosPerChange = 10;
    private long changesAgain = Long.MAX_VALUE;

    @TempDir
    private Path folder;

    @Test
    void shouldDivideTheChangesOfAClassAmongItsCells() throws Exception {
        Collection<SweepCell> cells = sweep(DEFAULT, WriteMode.ORDERED, List.of(0, 8, 1, 2, 3, 60), trial -> 0);
        assertThat(cells).filteredOn(cell -> cell.trial().offset() % 8 == 0)
            .allMatch(cell -> cell.tally().counts().changes() > 5_000_000);
        assertThat(cells).filteredOn(cell -> cell.trial().offset() < 8 && cell.trial().offset() > 0)
            .allMatch(cell -> cell.tally().counts().changes() > 3_333_333
                && cell.tally().counts().changes() < 3_400_000);
        assertThat(tried).as("without a tear nothing is repeated").hasSize(12);
    }

    @Test
    void shouldRepeatACellWithoutATearIfTheSamePairToreNearby() throws Exception {
        Collection<SweepCell> cells = sweep(DEFAULT, WriteMode.CAS, List.of(0, 57, 60), trial ->
            trial.offset() == 57 ? 3e-6 : 0);
        SweepCell repeated = cells.stream().filter(cell -> cell.trial().offset() == 60
            && cell.trial().memory() == Memory.UNSAFE)
            .findFirst().orElseThrow();
        assertThat(repeated.tally().counts().torn()).isZero();
        assertThat(repeated.tally().counts().changes()).as("until a miss is improbable").isGreaterThan(2_000_000);
        assertThat(tried).filteredOn(trial -> trial.offset() == 0).as("aligned offsets form another class").hasSize(2);
    }

    /** On a slow machine, each repetition adds only a few changes. */
    @Test
    void shouldLimitTheRepetitionsOfACellAcrossResumedSweeps() throws Exception {
        changesAgain = 10;
        for (int resumed = 0; resumed < 3; resumed++) {
            sweep(DEFAULT, WriteMode.CAS, List.of(0, 57, 60), trial -> trial.offset() == 57 ? 3e-6 : 0);
        }
        assertThat(tried).filteredOn(trial -> trial.offset() == 60 && trial.memory() == Memory.UNSAFE)
            .hasSize(SweepCell.MAX_TRIALS);
    }

    @Test
    void shouldLimitTheTimeOfSplitLocks() throws Exception {
        nanosPerChange = 100_000;
        Collection<SweepCell> cells = sweep(new Profile("default", 100_000, 20_000, 20_000, 0), WriteMode.CAS,
            List.of(57, 58, 59, 60, 61, 62, 63, 4089, 4090, 4091, 4092, 4093, 4094, 4095), trial ->
                trial.offset() == 57 ? 1e-4 : 0);
        assertThat(tried).as("the first trials used up the time for split locks").hasSize(28);
        assertThat(cells).hasSize(28);
    }

    @Test
    void shouldTryVectorsLastInASeparateWorker() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(Memory.BYTEBUFFER, Memory.UNSAFE), List.of(Width.VECTOR_32, Width.LONG),
            List.of(Processes.ONE), List.of(WriteMode.CAS), List.of(ReadMode.VOLATILE), false, List.of(0, 60), Tier.C2);
        List<String> started = new ArrayList<>();
        WorkerLink.Starter workers = (tier, vectors) -> {
            started.add(vectors ? "vectors" : "scalars");
            return new FakeWorker(trial -> 0);
        };
        try (SweepJournal journal = journal()) {
            Sweep sweep = new Sweep(new SweepRun(X86, plan, Profile.QUICK, true, ONE_PAIR), null, journal,
                NO_NOTES, Long.MAX_VALUE, workers);
            assertThat(sweep.run()).isTrue();
            assertThat(sweep.cells()).filteredOn(cell -> cell.trial().width() == Width.VECTOR_32).hasSize(2)
                .allMatch(cell -> cell.counts().reads() > 0);
            assertThat(sweep.controls()).as("one per memory and one for vectors").hasSize(3);
        }
        assertThat(started).containsExactly("scalars", "vectors");
        assertThat(tried.subList(0, 4)).allMatch(trial -> trial.width() == Width.LONG);
        assertThat(tried.subList(4, tried.size())).hasSize(2).allMatch(trial -> trial.width() == Width.VECTOR_32
            && trial.memory() == Memory.BYTEBUFFER && trial.write() == WriteMode.PLAIN
            && trial.read() == ReadMode.PLAIN);
    }

    private Collection<SweepCell> sweep(Profile profile, WriteMode write, List<Integer> offsets,
                                        ToDoubleFunction<TrialSpec> rate) throws Exception {
        SweepPlan plan = new SweepPlan(List.of(Memory.UNSAFE, Memory.DIRECT), List.of(Width.LONG),
            List.of(Processes.ONE), List.of(write), List.of(ReadMode.VOLATILE), false, offsets, Tier.C2);
        try (SweepJournal journal = journal()) {
            Sweep sweep = new Sweep(new SweepRun(X86, plan, profile, true, ONE_PAIR), null, journal, NO_NOTES,
                Long.MAX_VALUE, (tier, vectors) -> new FakeWorker(rate));
            assertThat(sweep.run()).isTrue();
            return sweep.cells();
        }
    }

    private SweepJournal journal() throws Exception {
        Path file = folder.resolve("journal");
        SweepJournal.Header header = new SweepJournal.Header("a sweep", "quick", "a machine", "a JVM", "a build");
        return Files.exists(file) ? SweepJournal.resume(file, header) : SweepJournal.create(file, header);
    }

    private TrialOutcome outcome(TrialRequest request, double rate) {
        long wanted = request.budget().changes();
        boolean again = Collections.frequency(tried, request.trial()) > 1;
        long changes = (again ? Math.min(wanted, changesAgain) : wanted) + 7;
        long torn = (long) (rate * changes);
        List<Witness> witnesses = torn > 0 ? List.of(Samples.witness()) : List.of();
        List<Long> seams = new ArrayList<>(Collections.nCopies(8, 0L));
        seams.set(4, torn);
        return new TrialOutcome(new Tally(new Counts(2 * changes, 2 * changes, changes, torn, 0, 0, 0), seams,
            List.of(), List.of(), witnesses, Planted.of(changes / 8, changes)), Rate.NONE, -1,
            changes * nanosPerChange, changes * nanosPerChange, null, WhoTore.NOT_ASKED, List.of(), null, null, null, 0,
            true, 0, true, false, false);
    }

    private final class FakeWorker implements WorkerLink {
        private final ToDoubleFunction<TrialSpec> rate;
        private final Deque<Message> answers = new ArrayDeque<>();

        private FakeWorker(ToDoubleFunction<TrialSpec> rate) {
            this.rate = rate;
        }

        @Override
        public void send(Message message) {
            if (message instanceof Message.RunTrial run) {
                TrialSpec trial = run.request().trial();
                tried.add(trial);
                answers.add(new Message.Finished(outcome(run.request(), rate.applyAsDouble(trial))));
            } else if (message instanceof Message.RunControl) {
                answers.add(new Message.ControlDone(new Seen(20_000, 0)));
            }
        }

        @Override
        public Message receive() {
            return answers.remove();
        }

        @Override
        public void stop() {
        }

        @Override
        public void close() {
        }
    }
}
