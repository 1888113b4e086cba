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
import org.tearline.file.PublishedMachine;
import org.tearline.loop.Stressor;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.run.link.Message.WorkerLink;
import org.tearline.trial.AccessRules;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.ThreadCpus.CpuDistance;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Grading.Misses;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.TrialResult.Controls;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.TrialResult.TrialOutcome;
import org.tearline.verdict.Verdict.CellReason;

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
    /** Time limit for split locks at one placement, because each of them delays other cores. */
    private static final long SPLIT_LOCKED_NANOS = TimeUnit.SECONDS.toNanos(28);

    private final SweepRun setup;
    private final SweepPlan plan;
    private final AccessRules rules;
    private final SweepBudget budgets;
    private final String file;
    private final SweepJournal journal;
    private final Listener listener;
    private final long deadlineNanos;
    private final WorkerLink.Starter workers;
    private final Map<String, SweepCell> cells = new LinkedHashMap<>();
    private final Map<String, Integer> attempts = new HashMap<>();
    private final List<ControlRun> controls;
    /** The most recent control at this placement, the trial that followed, and the number of trials since then. */
    private Seen latest;
    private TrialSpec controlled;
    private int since;
    private volatile boolean stopped;
    private volatile Tester tester;

    /** Called for every trial, by the thread that runs the sweep. */
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
    Sweep(SweepRun setup, String file, SweepJournal journal, Listener listener, long deadlineNanos,
          WorkerLink.Starter workers) {
        this.setup = setup;
        this.plan = setup.plan;
        this.rules = setup.machine.rules();
        this.budgets = setup.budget();
        this.file = file;
        this.journal = journal;
        this.listener = listener;
        this.deadlineNanos = deadlineNanos;
        this.workers = workers;
        journal.contents().cells().forEach(this::count);
        this.controls = new ArrayList<>(journal.contents().controls());
    }

    /**
     * Sweeps until the plan is done, the deadline has passed, or {@link #stop} is called. Returns whether the plan is
     * done.
     *
     * @throws IOException if a worker cannot be started or the journal cannot be written
     */
    public boolean run() throws IOException, InterruptedException {
        try (Tester opened = new Tester(plan.tier(), false, workers)) {
            tester = opened;
            for (Map.Entry<CpuDistance, ThreadCpus> placement : setup.placements.entrySet()) {
                if (!runAt(placement.getKey(), placement.getValue())) {
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

    public List<ControlRun> controls() {
        return List.copyOf(controls);
    }

    private boolean runAt(CpuDistance placement, ThreadCpus threadCpus) throws IOException, InterruptedException {
        latest = null;
        for (TrialSpec trial : plan.trials()) {
            if (!cells.containsKey(SweepCell.key(placement, trial))) {
                SweepCell cell = run(placement, threadCpus, trial, budgets.of(trial));
                if (cell == null) {
                    return false;
                }
                keep(cell);
                listener.finished(cell);
            }
        }
        return setup.profile.tooShortAcross() || repeatDoubtful(placement, threadCpus);
    }

    private boolean repeatDoubtful(CpuDistance placement, ThreadCpus threadCpus)
        throws IOException, InterruptedException {
        long spent = 0;
        boolean any = true;
        while (any) {
            any = false;
            for (Map.Entry<SweepCell, Long> doubtful : doubtful(placement).entrySet()) {
                SweepCell cell = doubtful.getKey();
                TrialSpec trial = cell.trial();
                if (attempts.get(cell.key()) >= SweepCell.MOST_ASKED || spent >= REPETITION_NANOS
                    || rules.splitLocked(trial) && splitLockedNanos(placement) >= SPLIT_LOCKED_NANOS) {
                    continue;
                }
                SweepCell again = run(placement, threadCpus, trial, new Budget(SweepBudget.CELL_NANOS,
                    Math.max(1, doubtful.getValue() - cell.counts().changes()), Until.SETTLED));
                if (again == null) {
                    return false;
                }
                spent += again.nanos();
                if (again.reason() == null || !again.reason().isInterruption()) {
                    SweepCell added = again;
                    if (again.reason() == CellReason.TOO_FEW_CHANGES) {
                        added = again.with(null);
                    }
                    keep(cell.plus(added));
                    any = true;
                }
            }
        }
        return true;
    }

    /** The cells that may have missed a tear, given the rates at comparable offsets, with the changes each needs. */
    private Map<SweepCell, Long> doubtful(CpuDistance placement) {
        return Misses.doubtful(cells.values().stream().filter(cell -> cell.placement() == placement
                && cell.reason() == null && !rules.piecewise(cell.trial())).toList(),
            cell -> List.of(cell.trial().width(), cell.trial().processes(), cell.trial().write(), cell.trial().read(),
                cell.trial().across() == 0, rules.alignment(cell.trial())),
            cell -> cell.counts().torn(), cell -> cell.counts().changes());
    }

    private void keep(SweepCell cell) throws IOException {
        journal.append(cell);
        count(cell);
    }

    private void count(SweepCell cell) {
        cells.put(cell.key(), cell);
        attempts.merge(cell.key(), 1, Integer::sum);
    }

    /** The stressor with the longest counting time, or {@link Stressor#NONE} if nothing was counted. */
    public String longestStressor() {
        return StressorUse.longest(cells.values().stream().flatMap(cell -> cell.stressors().stream()).toList())
            .orElse(Stressor.NONE.toString());
    }

    public Set<Width> countedVectors() {
        return cells.values().stream()
            .filter(cell -> cell.counts().reads() > 0)
            .map(cell -> cell.trial().width())
            .filter(Width::isVector)
            .collect(Collectors.toUnmodifiableSet());
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

    /** Runs a trial, preceded by the control if due. Returns null after the deadline or if the sweep was stopped. */
    private SweepCell run(CpuDistance placement, ThreadCpus threadCpus, TrialSpec trial, Budget budget)
        throws IOException, InterruptedException {
        if (stopped || System.nanoTime() > deadlineNanos) {
            return null;
        }
        if (latest == null || since >= TRIALS_BETWEEN_CONTROLS || controlled.memory() != trial.memory()
            || controlled.width().isVector() != trial.width().isVector()) {
            runControl(placement, threadCpus, trial);
        }
        if (stopped) {
            return null;
        }
        since++;
        listener.starting(placement, trial);
        TrialResult result = tester.run(request(trial, threadCpus, budget), promised -> false,
            () -> setup.machine, listener);
        TrialOutcome outcome = result.outcome();
        if (stopped && (outcome == null || outcome.stopped() && outcome.tally().witnesses().isEmpty())) {
            return null;
        }
        if (outcome == null) {
            return SweepCell.uncounted(placement, trial, result.judgement().cause(), threadCpus.pinned());
        }
        CellReason reason = Grading.reason(budget.leastChanges(rules.splitLockedSides(trial)),
            outcome.with(new Controls(latest, List.of())));
        return new SweepCell(placement, trial, outcome.tally().withOneWitness(), reason, outcome.stressors(),
            outcome.elapsedNanos(), outcome.firstTornNanos(), outcome.pinned(), outcome.discardedSlices());
    }

    /** Runs the aligned control for trials like this one. If it cannot run, it is recorded without changes. */
    private void runControl(CpuDistance placement, ThreadCpus threadCpus, TrialSpec trial)
        throws IOException, InterruptedException {
        TrialSpec harmless = rules.orPlain(trial.at(0).with(WriteMode.VOLATILE, ReadMode.VOLATILE));
        // A vector cannot serve as a control unless the vendor promises that it is atomic when aligned.
        TrialSpec aligned = harmless;
        if (trial.width().isVector() && !PublishedMachine.promised(setup.machine, rules)
            .atomic(rules.alignedControl(harmless))) {
            aligned = harmless.of(Width.LONG);
        }
        latest = tester.control(request(aligned, threadCpus, new Budget(SweepBudget.CELL_NANOS, 1, Until.SETTLED)))
            .orElse(new Seen(0, 0));
        controlled = trial;
        since = 0;
        if (!stopped) {
            ControlRun kept = new ControlRun(placement, trial.tier(), latest);
            journal.append(kept);
            controls.add(kept);
        }
    }

    private TrialRequest request(TrialSpec trial, ThreadCpus threadCpus, Budget budget) {
        return new TrialRequest(trial, budget, threadCpus, rules, Stressor.AUTO, setup.splitLocks(), file, false);
    }
}
