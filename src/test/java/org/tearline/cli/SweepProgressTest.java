// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.cli.text.LiveLine;
import org.tearline.file.Profile;
import org.tearline.run.SweepBudget;
import org.tearline.run.SweepPlan;
import org.tearline.run.SweepRun;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Samples;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally;

class SweepProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(ints = {20, 60, 80, 200})
    void shouldFitTheTerminal(int columns) {
        SweepProgress progress = progress(columns, 1_704, cells(1_000));
        progress.starting(CpuDistance.SAME_L3, trial(60));

        List<String> shown = Arrays.stream(err().split("\r")).filter(text -> !text.isBlank()).toList();
        assertThat(shown).singleElement().satisfies(line -> {
            assertThat(line).hasSizeLessThan(columns).startsWith("1,000/1,704 (58 %)");
            if (columns >= 80) {
                assertThat(line).endsWith("unsafe ordered/volatile at 60, same-l3");
            }
        });
        assertThat(err()).doesNotContain("\n");
    }

    @Test
    void shouldOverwriteALongerLine() {
        LiveLine live = new LiveLine(new PrintStream(err, true, StandardCharsets.UTF_8), 60);
        live.show("y".repeat(300));
        live.show("z");
        live.clear();
        live.clear();

        assertThat(err()).isEqualTo("\r" + "y".repeat(59) + "\rz" + " ".repeat(58) + "\r " + "\r");
    }

    /** A worker's watchdog may print a note from its own thread while the line is being printed. */
    @Test
    void shouldNotAppendANoteToALineThatIsBeingPrinted() throws Exception {
        AtomicReference<Thread> watchdog = new AtomicReference<>();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8) {
            @Override
            public void print(String text) {
                super.print(text);
                if (watchdog.get() != null && watchdog.get().getState() == Thread.State.NEW) {
                    watchdog.get().start();
                    while (watchdog.get().isAlive() && watchdog.get().getState() != Thread.State.BLOCKED) {
                        Thread.onSpinWait();
                    }
                }
            }
        };
        SweepProgress progress = progress(stream, 60, 1_704, cells(1_000));
        watchdog.set(new Thread(() -> progress.note("the worker is stopped")));
        progress.starting(CpuDistance.SAME_L3, trial(60));
        watchdog.get().join();

        assertThat(err()).endsWith("\r" + " ".repeat(59) + "\rtester: the worker is stopped\n");
    }

    @Test
    void shouldCountARepeatedTrialOnce() {
        List<SweepCell> earlier = new ArrayList<>(cells(5));
        earlier.addAll(cells(3));
        progress(0, 9, earlier).starting(CpuDistance.SAME_L3, trial(60));

        assertThat(err()).isEqualTo("5/9 (55 %), 0 torn, unsafe ordered/volatile at 60, same-l3\n");
    }

    @Test
    void shouldTellOfSplitLocksOnlyIfThereAreAny() {
        assertThat(SweepProgress.sentence(budget(9, WriteMode.ORDERED))).isEqualTo("9 trials, about 4 s");
        assertThat(SweepProgress.sentence(budget(61, WriteMode.CAS))).startsWith("61 trials, about ")
            .contains("; 4 of them lock across a line");
    }

    private SweepProgress progress(int columns, int trials, List<SweepCell> earlier) {
        return progress(new PrintStream(err, true, StandardCharsets.UTF_8), columns, trials, earlier);
    }

    private static SweepProgress progress(PrintStream stream, int columns, int trials, List<SweepCell> earlier) {
        return new SweepProgress(stream, new LiveLine(stream, columns), budget(trials, WriteMode.ORDERED), earlier);
    }

    private static SweepBudget budget(int trials, WriteMode write) {
        SweepPlan plan = new SweepPlan(List.of(Memory.UNSAFE), List.of(Width.LONG), List.of(Processes.ONE),
            List.of(write), List.of(ReadMode.VOLATILE), false, IntStream.range(0, trials).boxed().toList(), Tier.C2);
        return new SweepRun(Samples.MACHINE, plan, Profile.DEFAULT, true, SweepRun.placements(Samples.MACHINE))
            .budget();
    }

    private static List<SweepCell> cells(int count) {
        List<SweepCell> cells = new ArrayList<>();
        for (int offset = 0; offset < count; offset++) {
            cells.add(new SweepCell(CpuDistance.SAME_L3, trial(offset), Tally.NONE, null, List.of(), 0, -1, true, 0));
        }
        return cells;
    }

    private static TrialSpec trial(int offset) {
        return Samples.trial(offset, WriteMode.ORDERED, ReadMode.VOLATILE);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
