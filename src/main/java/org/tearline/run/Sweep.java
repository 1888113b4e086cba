// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tearline.file.Profile;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.run.link.WorkerLink;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Budget;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.SweepPlan;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Misses;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;

/**
 * Runs every trial of a plan at every placement and keeps each in the journal as it ends. A torn trial ends with its
 * slice; the others have their changes. A cell that is silent although the same write and read tore at a comparable
 * place is tried again, until a miss is improbable or the time for it is used up. One thread; {@link #stop()} may be
 * called by any.
 */
public final class Sweep {
    /** The aligned control takes some 10 ms, so it runs at the start of a stretch and then after so many trials. */
    private static final int TRIALS_BETWEEN_CONTROLS = 250;
    /** All of a placement's second looks together. */
    private static final long SECOND_LOOK_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** How long one placement may lock across lines in all: every such operation delays other cores. */
    private static final long SPLIT_LOCKED_NANOS = TimeUnit.SECONDS.toNanos(28);

    private final WorkerLink.Starter workers;
    private final SweepPlan plan;
    private final Profile profile;
    private final Map<CpuDistance, ThreadCpus> placements;
    private final Machine machine;
    private final AccessRules rules;
    private final SplitLocks splitLocks;
    private final String file;
    private final SweepJournal journal;
    private final Listener listener;
    private final long deadlineNanos;
    private final Map<String, SweepCell> cells = new LinkedHashMap<>();
    private final Map<String, Integer> asked = new HashMap<>();
    private final List<ControlRun> controls;
    private final SweepBudget budgets;
    private volatile boolean stopped;
    private volatile Tester tester;
    private SweepTrials trials;

    /** Is told of every finished trial. Called by the sweeping thread. */
    public interface Listener {
        /** A trial is about to run. */
        default void starting(CpuDistance placement, TrialSpec trial) {
        }

        /** A trial has ended. */
        default void finished(SweepCell cell) {
        }

        /** A sentence that the reader of the result should know. */
        default void note(String sentence) {
        }
    }

    /**
     * Prepares a sweep; what the journal holds already is not run again.
     *
     * @param file          what mapped memory maps; null if no trial has such memory
     * @param deadlineNanos {@link System#nanoTime} after which no further trial is started
     */
    public Sweep(SweepPlan plan, Profile profile, Map<CpuDistance, ThreadCpus> placements, Machine machine,
                 SplitLocks splitLocks, String file, SweepJournal journal, Listener listener, long deadlineNanos) {
        this(plan, profile, placements, machine, splitLocks, file, journal, listener, deadlineNanos,
            WorkerProcess.STARTER);
    }

    /** The same with workers of another kind. */
    Sweep(SweepPlan plan, Profile profile, Map<CpuDistance, ThreadCpus> placements, Machine machine,
          SplitLocks splitLocks, String file, SweepJournal journal, Listener listener, long deadlineNanos,
          WorkerLink.Starter workers) {
        this.workers = workers;
        this.plan = plan;
        this.profile = profile;
        this.placements = placements;
        this.machine = machine;
        this.rules = machine.rules();
        this.splitLocks = splitLocks;
        this.file = file;
        this.journal = journal;
        this.listener = listener;
        this.deadlineNanos = deadlineNanos;
        journal.contents().cells().forEach(this::count);
        this.controls = new ArrayList<>(journal.contents().controls());
        this.budgets = new SweepBudget(plan, profile, rules);
    }

    /**
     * Sweeps to the end, the deadline or a stop; whether every trial has been run.
     *
     * @throws IOException if a worker cannot be started or the journal cannot be written
     */
    public boolean run() throws IOException, InterruptedException {
        try (Tester opened = Tester.open(plan.tier(), workers)) {
            tester = opened;
            trials = new SweepTrials(opened, machine, splitLocks, file, listener::note, this::stopped);
            for (Map.Entry<CpuDistance, ThreadCpus> placement : placements.entrySet()) {
                if (!runAt(placement.getKey(), placement.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Ends the sweep after the running trial, which is cut short. Thread-safe. */
    public void stop() {
        stopped = true;
        Tester running = tester;
        if (running != null) {
            running.stop();
        }
    }

    /** Returns whether somebody stopped it. */
    public boolean stopped() {
        return stopped;
    }

    /** Returns all trials that have ended, those of an earlier run first. */
    public Collection<SweepCell> cells() {
        return List.copyOf(cells.values());
    }

    /** Returns all runs of the controls, those of an earlier run first. */
    public List<ControlRun> controls() {
        return List.copyOf(controls);
    }

    private boolean runAt(CpuDistance placement, ThreadCpus threadCpus) throws IOException, InterruptedException {
        Controls latest = null;
        TrialSpec previous = null;
        int since = 0;
        for (TrialSpec trial : plan.trials()) {
            if (cells.containsKey(SweepCell.key(placement, trial))) {
                continue;
            }
            if (mustEnd()) {
                return false;
            }
            if (latest == null || since >= TRIALS_BETWEEN_CONTROLS || previous.memory() != trial.memory()
                || previous.width().isVector() != trial.width().isVector()) {
                latest = runControls(placement, trial, threadCpus);
                if (latest == null) {
                    return false;
                }
                since = 0;
            }
            previous = trial;
            since++;
            listener.starting(placement, trial);
            SweepCell cell = trials.run(placement, trial, threadCpus, budgets.of(trial), latest);
            if (cell == null) {
                return false;
            }
            keep(cell);
            listener.finished(cell);
        }
        return profile.tooShortAcross() || lookAgain(placement, threadCpus, latest);
    }

    /** Tries those cells again that are silent although the same write and read tore at a comparable place. */
    private boolean lookAgain(CpuDistance placement, ThreadCpus threadCpus, Controls latest)
        throws IOException, InterruptedException {
        Controls held = latest;
        long spent = 0;
        boolean any = true;
        while (any) {
            any = false;
            for (Map.Entry<SweepCell, Long> doubtful : doubtful(placement).entrySet()) {
                SweepCell cell = doubtful.getKey();
                TrialSpec trial = cell.trial(plan.seed());
                if (asked.get(cell.key()) >= SweepCell.MOST_ASKED || spent >= SECOND_LOOK_NANOS
                    || rules.splitLocked(trial) && splitLockedNanos(placement) >= SPLIT_LOCKED_NANOS) {
                    continue;
                }
                if (mustEnd()) {
                    return false;
                }
                if (held == null) {
                    held = runControls(placement, trial, threadCpus);
                    if (held == null) {
                        return false;
                    }
                }
                listener.starting(placement, trial);
                SweepCell again = trials.run(placement, trial, threadCpus, new Budget(SweepBudget.CELL_NANOS,
                    Math.max(1, doubtful.getValue() - cell.tally().counts().changes()), Until.SETTLED), held);
                if (again == null) {
                    return false;
                }
                spent += again.nanos();
                if (again.reason() != null && again.reason().isInterruption()) {
                    // What the cell had before stands.
                    continue;
                }
                keep(cell.plus(again.reason() == CellReason.TOO_FEW_CHANGES ? again.with(null) : again));
                any = true;
            }
        }
        return true;
    }

    /**
     * Returns the silent cells that a rate seen at comparable places calls into doubt, and the changes that they need.
     */
    private Map<SweepCell, Long> doubtful(CpuDistance placement) {
        return Misses.doubtful(cells.values().stream().filter(cell -> cell.placement() == placement
                && cell.reason() == null && !rules.piecewise(cell.trial(plan.seed()))).toList(),
            cell -> List.of(cell.width(), cell.processes(), cell.write(), cell.read(),
                Alignment.of(cell.offset(), cell.width().bytes(), rules.geometry())),
            cell -> cell.tally().counts().torn(), cell -> cell.tally().counts().changes());
    }

    private boolean mustEnd() {
        return stopped || System.nanoTime() > deadlineNanos;
    }

    private void keep(SweepCell cell) throws IOException {
        journal.append(cell);
        count(cell);
    }

    private void count(SweepCell cell) {
        cells.put(cell.key(), cell);
        asked.merge(cell.key(), 1, Integer::sum);
    }

    /** Returns the stressor that counted for the longest time; the bare loops if nothing was counted. */
    public String longestStressor() {
        return StressorUse.longest(cells.values().stream().flatMap(cell -> cell.stressors().stream()).toList())
            .orElse(Stressor.NONE.toString());
    }

    /** Returns the vectors of which anything was counted. */
    public Set<Width> countedVectors() {
        return cells.values().stream().filter(cell -> cell.width().isVector() && cell.tally().counts().reads() > 0)
            .map(SweepCell::width).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns how long the trials counted that lock across a line. For that time other cores' cache misses were slow.
     */
    public long splitLockedNanos() {
        return placements.keySet().stream().mapToLong(this::splitLockedNanos).sum();
    }

    private long splitLockedNanos(CpuDistance placement) {
        return cells.values().stream().filter(cell -> cell.placement() == placement
            && rules.splitLocked(cell.trial(plan.seed()))).mapToLong(SweepCell::nanos).sum();
    }

    /** Null if they were stopped: what they have seen by then says nothing. */
    private Controls runControls(CpuDistance placement, TrialSpec trial, ThreadCpus threadCpus)
        throws IOException, InterruptedException {
        Controls found = trials.controls(trial, threadCpus);
        if (stopped) {
            return null;
        }
        ControlRun kept = new ControlRun(placement, trial.tier(), found.aligned());
        journal.append(kept);
        controls.add(kept);
        return found;
    }
}
