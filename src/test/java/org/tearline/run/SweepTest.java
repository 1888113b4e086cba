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
import org.tearline.file.ResultFile.Profile;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.run.link.Message;
import org.tearline.run.link.Message.WorkerLink;
import org.tearline.trial.Memory;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Rate;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult.Controls;
import org.tearline.verdict.TrialResult.Controls.Control;
import org.tearline.verdict.TrialResult.TrialOutcome;
import org.tearline.verdict.WhoTore;

/** How a sweep spends its time, with a worker that is played: it tears as often as a test says, in no time. */
class SweepTest {
    private static final Machine X86 = Machines.x86();
    private static final Profile DEFAULT = new Profile("default", 100_000, 1_000_000, 100_000, 10_000_000);
    private static final Witness WITNESS = new Witness(Width.LONG, 0x0505050505050505L, 0x0909090909090909L,
        0x0505050509090909L, 4);

    private static final Map<CpuDistance, ThreadCpus> ONE_PAIR = Map.of(CpuDistance.SAME_L3,
        ThreadCpus.of(List.of(0, 1), 1, 1));

    private final List<TrialSpec> asked = new ArrayList<>();
    private long nanosPerChange = 10;
    private long changesAgain = Long.MAX_VALUE;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveEveryClassItsChangesTogether() throws Exception {
        Collection<SweepCell> cells = sweep(DEFAULT, WriteMode.ORDERED, List.of(0, 8, 1, 2, 3, 60), trial -> 0);
        assertThat(cells).filteredOn(cell -> cell.offset() % 8 == 0)
            .allMatch(cell -> cell.tally().counts().changes() > 5_000_000);
        assertThat(cells).filteredOn(cell -> cell.offset() < 8 && cell.offset() > 0)
            .allMatch(cell -> cell.tally().counts().changes() > 3_333_333
                && cell.tally().counts().changes() < 3_400_000);
        assertThat(asked).as("nothing tore, nothing is asked twice").hasSize(12);
    }

    @Test
    void shouldAskAgainWhatIsSilentWhereTheSamePairToreNearby() throws Exception {
        Collection<SweepCell> cells = sweep(DEFAULT, WriteMode.CAS, List.of(0, 57, 60), trial ->
            trial.offset() == 57 ? 3e-6 : 0);
        SweepCell silent = cells.stream().filter(cell -> cell.offset() == 60 && cell.memory() == Memory.UNSAFE)
            .findFirst().orElseThrow();
        assertThat(silent.tally().counts().torn()).isZero();
        assertThat(silent.tally().counts().changes())
            .as("enough that a miss would be improbable, or the time for it is up")
            .isGreaterThan(2_000_000);
        assertThat(asked).filteredOn(trial -> trial.offset() == 0).as("aligned is another class").hasSize(2);
    }

    /** As on a machine that is too slow to settle a doubt: every further trial brings a few changes. */
    @Test
    void shouldAskNoCellMoreOftenThanItsFileAllowsHoweverOftenItIsResumed() throws Exception {
        changesAgain = 10;
        for (int resumed = 0; resumed < 3; resumed++) {
            sweep(DEFAULT, WriteMode.CAS, List.of(0, 57, 60), trial -> trial.offset() == 57 ? 3e-6 : 0);
        }
        assertThat(asked).filteredOn(trial -> trial.offset() == 60 && trial.memory() == Memory.UNSAFE)
            .hasSize(SweepCell.MOST_ASKED);
    }

    @Test
    void shouldNotLockAcrossLinesWithoutEnd() throws Exception {
        nanosPerChange = 100_000;
        Collection<SweepCell> cells = sweep(new Profile("default", 100_000, 20_000, 20_000, 0), WriteMode.CAS,
            List.of(57, 58, 59, 60, 61, 62, 63, 4089, 4090, 4091, 4092, 4093, 4094, 4095), trial ->
                trial.offset() == 57 ? 1e-4 : 0);
        long first = 28;
        assertThat(asked.size()).as("the first round alone used up what a sweep may lock").isEqualTo((int) first);
        assertThat(cells).hasSize((int) first);
    }

    @Test
    void shouldTryVectorsLastByTheirOneAccessInAWorkerOfTheirOwn() throws Exception {
        SweepPlan plan = new SweepPlan(List.of(Memory.BYTEBUFFER, Memory.UNSAFE), List.of(Width.VECTOR_32, Width.LONG),
            List.of(Processes.ONE), List.of(WriteMode.CAS), List.of(ReadMode.VOLATILE), false, List.of(0, 60), Tier.C2);
        List<String> started = new ArrayList<>();
        WorkerLink.Starter workers = (tier, vectors) -> {
            started.add(vectors ? "vectors" : "scalars");
            return new Played(trial -> 0);
        };
        try (SweepJournal journal = SweepJournal.create(folder.resolve("journal"),
            new SweepJournal.Header("a sweep", "quick", "a machine", "a JVM", "a build"))) {
            Sweep sweep = new Sweep(new SweepRun(X86, plan, Profile.QUICK, true, ONE_PAIR), null, journal,
                new Unheard(), Long.MAX_VALUE, workers);
            assertThat(sweep.run()).isTrue();
            assertThat(sweep.countedVectors()).containsExactly(Width.VECTOR_32);
            assertThat(sweep.controls()).as("of each memory, and of vectors").hasSize(3);
        }
        assertThat(started).containsExactly("scalars", "vectors");
        assertThat(asked.subList(0, 4)).allMatch(trial -> trial.width() == Width.LONG);
        assertThat(asked.subList(4, asked.size())).hasSize(2).allMatch(trial -> trial.width() == Width.VECTOR_32
            && trial.memory() == Memory.BYTEBUFFER && trial.write() == WriteMode.PLAIN
            && trial.read() == ReadMode.PLAIN);
    }

    private Collection<SweepCell> sweep(Profile profile, WriteMode write, List<Integer> offsets,
                                        ToDoubleFunction<TrialSpec> rate) throws Exception {
        SweepPlan plan = new SweepPlan(List.of(Memory.UNSAFE, Memory.DIRECT), List.of(Width.LONG),
            List.of(Processes.ONE), List.of(write), List.of(ReadMode.VOLATILE), false, offsets, Tier.C2);
        Path file = folder.resolve("journal");
        SweepJournal.Header header = new SweepJournal.Header("a sweep", "quick", "a machine", "a JVM", "a build");
        try (SweepJournal journal = Files.exists(file) ? SweepJournal.resume(file, header)
            : SweepJournal.create(file, header)) {
            Sweep sweep = new Sweep(new SweepRun(X86, plan, profile, true, ONE_PAIR), null, journal, new Unheard(),
                Long.MAX_VALUE, (tier, vectors) -> new Played(rate));
            assertThat(sweep.run()).isTrue();
            return sweep.cells();
        }
    }

    private TrialOutcome outcome(Message.Assignment assignment, double rate) {
        long wanted = assignment.request().budget().changes();
        boolean again = Collections.frequency(asked, assignment.request().trial()) > 1;
        long changes = (again ? Math.min(wanted, changesAgain) : wanted) + 7;
        long torn = (long) (rate * changes);
        List<Long> seams = new ArrayList<>(Collections.nCopies(8, 0L));
        seams.set(4, torn);
        return new TrialOutcome(new Tally(new Counts(2 * changes, 2 * changes, changes, torn, 0, 0, 0), seams,
            List.of(), List.of(),
            torn > 0 ? List.of(WITNESS) : List.of(), Planted.of(changes / 8, changes)), Rate.NONE, -1,
            changes * nanosPerChange,
            changes * nanosPerChange, null, WhoTore.NOT_ASKED, List.of(), null, null, 0, true, 0, true, false, false);
    }

    private final class Played implements WorkerLink {
        private final ToDoubleFunction<TrialSpec> rate;
        private final Deque<Message> answers = new ArrayDeque<>();

        private Played(ToDoubleFunction<TrialSpec> rate) {
            this.rate = rate;
        }

        @Override
        public void send(Message message) {
            if (message instanceof Message.Assignment assignment) {
                TrialSpec trial = assignment.request().trial();
                asked.add(trial);
                answers.add(new Message.Finished(outcome(assignment, rate.applyAsDouble(trial))));
            } else if (message instanceof Message.RunControls) {
                answers.add(new Message.ControlsDone(new Controls(new Control(1_000, 0), 0, List.of())));
            }
        }

        @Override
        public Message receive() {
            return answers.remove();
        }

        @Override
        public void stop() {
            // Every answer is there at once.
        }

        @Override
        public void close() {
            // There is no process.
        }
    }

    private static final class Unheard implements Sweep.Listener {
        @Override
        public void note(String sentence) {
            throw new AssertionError(sentence);
        }
    }
}
