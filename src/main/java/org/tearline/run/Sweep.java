// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.machine.MappedFile;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerLink;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.TrialOutcome;

/**
 * Runs every trial of a plan at every placement and records each result in the journal. If a cell shows no tear
 * although the same write and read tore at a comparable offset, its trial is repeated until a miss is improbable or a
 * limit is reached. Run by one thread; any thread may call {@link #stop()}.
 */
public final class Sweep {
    /** The aligned control takes about 10 ms, so it does not run before every trial. */
    private static final int TRIALS_BETWEEN_CONTROLS = 250;
    /** Time limit for all repetitions at one placement. */
    private static final long REPETITION_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Counting time of split-locked trials at one placement after which none is repeated: they delay other cores. */
    private static final long SPLIT_LOCKED_NANOS = TimeUnit.SECONDS.toNanos(28);

    private final SweepRun setup;
    private final AccessRules rules;
    private final MappedFile.Name file;
    private final SweepJournal journal;
    private final Listener listener;
    private final long deadlineNanos;
    private final WorkerLink.Starter workers;
    private final Map<Object, SweepCell> cells = new LinkedHashMap<>();
    private final Map<Object, Integer> attempts = new HashMap<>();
    private final List<ControlRun> controls;
    private volatile boolean stopped;
    private volatile Tester tester;

    /** Called for every trial. The methods declared here are called by the thread that runs the sweep. */
    public interface Listener extends TrialListener {
        default void starting(CpuDistance placement, TrialSpec trial) {
        }

        default void finished(SweepCell cell) {
        }
    }

    /**
     * Creates a sweep that skips trials already in the journal.
     *
     * @param file          the file to map; null if no trial uses mapped memory
     * @param deadlineNanos the {@link System#nanoTime} after which no further trial is started
     */
    Sweep(SweepRun setup, MappedFile.Name file, SweepJournal journal, Listener listener, long deadlineNanos,
          WorkerLink.Starter workers) {
        this.setup = setup;
        rules = setup.machine.rules();
        this.file = file;
        this.journal = journal;
        this.listener = listener;
        this.deadlineNanos = deadlineNanos;
        this.workers = workers;
        journal.contents().cells().forEach(this::remember);
        this.controls = new ArrayList<>(journal.contents().controls());
    }

    /**
     * Sweeps until the plan is done, the deadline has passed, or {@link #stop} is called. Returns whether the plan is
     * done.
     *
     * @throws IOException if a worker cannot be started or the journal cannot be written
     */
    public boolean run() throws IOException {
        // A plan's vectors come last.
        boolean vectors = false;
        try (Tester opened = new Tester(new WorkerSlot(setup.plan.tier(), vectors, workers))) {
            tester = opened;
            for (CpuDistance placement : setup.placements.keySet()) {
                if (!new PlacementSweep(placement).run()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Ends the running trial early and starts no more. Thread-safe. */
    public void stop() {
        stopped = true;
        Tester running = tester;
        if (running != null) {
            running.stop();
        }
    }

    /** All cells; those from a resumed journal come first. */
    public Collection<SweepCell> cells() {
        return List.copyOf(cells.values());
    }

    List<ControlRun> controls() {
        return List.copyOf(controls);
    }

    private void keep(SweepCell cell) throws IOException {
        journal.append(cell);
        remember(cell);
    }

    private void remember(SweepCell cell) {
        cells.put(cell.key(), cell);
        attempts.merge(cell.key(), 1, Integer::sum);
    }

    /** The counting time of trials with split locks, which delay other cores. */
    public long splitLockedNanos() {
        return setup.placements.keySet().stream().mapToLong(this::splitLockedNanos).sum();
    }

    private long splitLockedNanos(CpuDistance placement) {
        return cells.values().stream()
            .filter(cell -> cell.placement() == placement && rules.splitLocked(cell.trial()))
            .mapToLong(SweepCell::nanos)
            .sum();
    }

    /** The sweep at one placement. */
    private final class PlacementSweep {
        private final CpuDistance placement;
        /** The most recent control, the trial that followed, and the number of trials since then. */
        private Seen control;
        private TrialSpec controlled;
        private int sinceControl;
        private long repeatedNanos;

        PlacementSweep(CpuDistance placement) {
            this.placement = placement;
        }

        /** Returns false if the deadline has passed or the sweep was stopped. */
        boolean run() throws IOException {
            for (TrialSpec trial : setup.plan.trials()) {
                if (!cells.containsKey(SweepCell.key(placement, trial))) {
                    SweepCell cell = run(trial, setup.budget().forTrial(trial));
                    if (cell == null) {
                        return false;
                    }
                    keep(cell);
                    listener.finished(cell);
                }
            }
            // A short profile does not repeat trials: its negative results across a line stay inconclusive.
            return setup.profile.tooShortAcross() || repeatDoubtful();
        }

        /**
         * Repeats doubtful cells until none may be repeated, in several passes, because new counts change what is
         * doubtful. Returns false if the sweep must end.
         */
        boolean repeatDoubtful() throws IOException {
            boolean repeated = true;
            while (repeated) {
                repeated = false;
                Map<SweepCell, Long> neededChanges = doubtful();
                for (SweepCell cell : neededChanges.keySet()) {
                    if (!mayRepeat(cell)) {
                        continue;
                    }
                    long missing = Math.max(1, neededChanges.get(cell) - cell.counts().changes());
                    SweepCell again = run(cell.trial(), new Budget(SweepCell.TRIAL_NANOS, missing));
                    if (again == null) {
                        return false;
                    }
                    repeatedNanos += again.nanos();
                    boolean interrupted = again.reason() != null && again.reason().isInterruption();
                    if (!interrupted) {
                        keep(cell.plus(again));
                        repeated = true;
                    }
                }
            }
            return true;
        }

        /** The cells that may have missed a tear, given the rates of comparable cells, and the changes each needs. */
        Map<SweepCell, Long> doubtful() {
            List<SweepCell> counted = cells.values().stream()
                .filter(cell -> cell.placement() == placement && cell.reason() == null
                    && !rules.piecewise(cell.trial()))
                .toList();
            return Grading.doubtful(counted, cell -> comparable(cell.trial()), cell -> cell.counts().seen());
        }

        /** What the trials of comparable cells have in common. */
        List<Object> comparable(TrialSpec trial) {
            return List.of(trial.in(Memory.UNSAFE).at(0), trial.across() == 0, rules.alignment(trial));
        }

        boolean mayRepeat(SweepCell cell) {
            boolean lockTimeLeft = !rules.splitLocked(cell.trial())
                || splitLockedNanos(placement) < SPLIT_LOCKED_NANOS;
            return lockTimeLeft && repeatedNanos < REPETITION_NANOS && attempts.get(cell.key()) < SweepCell.MAX_TRIALS;
        }

        /** Runs a trial, preceded by the control if due. Returns null if the sweep must end. */
        SweepCell run(TrialSpec trial, Budget budget) throws IOException {
            if (stopped || System.nanoTime() > deadlineNanos) {
                return null;
            }
            if (controlIsDue(trial)) {
                runControl(trial);
            }
            if (stopped) {
                return null;
            }
            sinceControl++;
            listener.starting(placement, trial);
            TrialOutcome outcome = tester.run(request(trial, budget), listener);
            boolean cutShort = !outcome.fromWorker() || outcome.stopped() && outcome.tally().witnesses().isEmpty();
            if (stopped && cutShort) {
                return null;
            }
            return cell(trial, outcome);
        }

        SweepCell cell(TrialSpec trial, TrialOutcome outcome) {
            CellReason reason = Grading.reason(setup.profile.leastChanges(trial, rules), outcome);
            if (reason == CellReason.CONTROL_MISSING) {
                reason = Grading.doubt(control);
            }
            return new SweepCell(placement, trial, outcome.tally().withOneWitness(), reason, outcome.stressors(),
                outcome.elapsedNanos(), outcome.firstTornNanos(), outcome.pinned(), outcome.discardedSlices());
        }

        boolean controlIsDue(TrialSpec trial) {
            return control == null || sinceControl >= TRIALS_BETWEEN_CONTROLS
                || controlled.memory() != trial.memory()
                || controlled.width().isVector() != trial.width().isVector();
        }

        /** Runs the aligned control for trials like this one. If it cannot run, it is recorded without changes. */
        void runControl(TrialSpec trial) throws IOException {
            Budget budget = new Budget(SweepCell.TRIAL_NANOS, 1);
            control = tester.runControl(request(rules.controlFor(trial, setup::promised), budget)).orElse(Seen.NOTHING);
            controlled = trial;
            sinceControl = 0;
            if (!stopped) {
                ControlRun kept = new ControlRun(placement, trial.tier(), control);
                journal.append(kept);
                controls.add(kept);
            }
        }

        TrialRequest request(TrialSpec trial, Budget budget) {
            // The sweep runs one control for many trials.
            boolean ownControls = false;
            return new TrialRequest(trial, budget, setup.placements.get(placement), rules, Stressor.AUTO,
                setup.splitLocks, file, ownControls, List.of());
        }
    }
}
