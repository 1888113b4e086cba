package org.tearline.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.Budget;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SweepPlan;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Platform;
import org.tearline.result.Control;
import org.tearline.result.Controls;
import org.tearline.result.Counts;
import org.tearline.result.Grading;
import org.tearline.result.SweepCell;
import org.tearline.result.SweepControls;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;
import org.tearline.result.Witness;
import org.tearline.result.file.CellReason;
import org.tearline.result.file.PlacementClass;
import org.tearline.result.file.Profile;

/**
 * Runs every trial of a plan at every placement, keeps each in the journal as it ends, and runs the controls in
 * between. A torn trial ends with its slice; the others have their changes. One thread; {@link #stop()} may be called
 * by any.
 */
public final class Sweep {
    /** Controls take some 40 ms, so they run at the start of a stretch and then after so many trials. */
    private static final int TRIALS_BETWEEN_CONTROLS = 250;
    /** A cell that has not had its changes by then is said to have had too few. */
    private static final long CELL_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final SweepPlan plan;
    private final Profile profile;
    private final Map<PlacementClass, Seats> placements;
    private final Platform platform;
    private final SplitLocks splitLocks;
    private final SweepJournal journal;
    private final Listener listener;
    private final long deadlineNanos;
    private final List<SweepCell> cells;
    private final List<SweepControls> controls;
    private volatile boolean stopped;
    private volatile Tester tester;

    /** Hears of every finished trial. Called by the sweeping thread. */
    public interface Listener {
        /** A trial is about to run. */
        void starting(PlacementClass placement, TrialSpec trial);

        /** A trial has ended. */
        void finished(SweepCell cell);
    }

    /**
     * Prepares a sweep; what the journal holds already is not run again.
     *
     * @param deadlineNanos {@link System#nanoTime} after which no further trial is started
     */
    public Sweep(SweepPlan plan, Profile profile, Map<PlacementClass, Seats> placements, Platform platform,
                 SplitLocks splitLocks, SweepJournal journal, Listener listener, long deadlineNanos) {
        this.plan = plan;
        this.profile = profile;
        this.placements = placements;
        this.platform = platform;
        this.splitLocks = splitLocks;
        this.journal = journal;
        this.listener = listener;
        this.deadlineNanos = deadlineNanos;
        this.cells = new ArrayList<>(journal.contents().cells());
        this.controls = new ArrayList<>(journal.contents().controls());
    }

    /**
     * Sweeps to the end, the deadline or a stop; whether every trial has been run.
     *
     * @throws IOException if a worker cannot be started or the journal cannot be written
     */
    public boolean run() throws IOException, InterruptedException {
        Set<String> done = new HashSet<>();
        cells.forEach(cell -> done.add(cell.key()));
        try (Tester opened = Tester.open(plan.tier())) {
            tester = opened;
            for (Map.Entry<PlacementClass, Seats> placement : placements.entrySet()) {
                if (!runAt(placement.getKey(), placement.getValue(), done)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Ends the sweep after the running trial, which is cut short. Any thread. */
    public void stop() {
        stopped = true;
        Tester running = tester;
        if (running != null) {
            running.stop();
        }
    }

    /** Whether somebody stopped it. */
    public boolean stopped() {
        return stopped;
    }

    /** All trials that have ended, those of an earlier run first. */
    public List<SweepCell> cells() {
        return List.copyOf(cells);
    }

    /** All runs of the controls, those of an earlier run first. */
    public List<SweepControls> controls() {
        return List.copyOf(controls);
    }

    private boolean runAt(PlacementClass placement, Seats seats, Set<String> done)
        throws IOException, InterruptedException {
        Controls latest = null;
        TrialSpec previous = null;
        int since = 0;
        for (TrialSpec trial : plan.trials()) {
            if (done.contains(key(placement, trial))) {
                continue;
            }
            if (stopped || System.nanoTime() > deadlineNanos) {
                return false;
            }
            if (latest == null || since >= TRIALS_BETWEEN_CONTROLS || previous.memory() != trial.memory()) {
                latest = runControls(placement, trial, seats);
                since = 0;
            }
            previous = trial;
            since++;
            listener.starting(placement, trial);
            SweepCell cell = runCell(placement, trial, seats, latest);
            if (stopped && cell.reason() == CellReason.STOPPED) {
                return false;
            }
            journal.append(cell);
            cells.add(cell);
            listener.finished(cell);
        }
        return true;
    }

    private SweepCell runCell(PlacementClass placement, TrialSpec trial, Seats seats, Controls latest)
        throws IOException, InterruptedException {
        TrialRequest request = request(trial, seats);
        TrialResult result = tester.run(request, platform, TrialListener.DEAF);
        TrialOutcome outcome = result.outcome();
        if (outcome == null) {
            CellReason reason = result.judgement().verdict() == Verdict.FAULT
                ? CellReason.ofFault(result.judgement().reason())
                : seats.canOverlap() ? splitLocks.reason() : CellReason.ONE_CPU;
            return new SweepCell(placement, trial.memory(), trial.write(), trial.read(), trial.tier(), trial.offset(),
                Counts.NONE, List.of(), List.of(), reason, List.of(), 0, seats.pinned());
        }
        List<Witness> few = outcome.witnesses().subList(0, Math.min(1, outcome.witnesses().size()));
        return new SweepCell(placement, trial.memory(), trial.write(), trial.read(), trial.tier(), trial.offset(),
            outcome.counts(), outcome.seams(), few, Grading.reason(request.budget(), outcome.with(latest)),
            outcome.stressors(), outcome.elapsedNanos(), outcome.pinned());
    }

    private Controls runControls(PlacementClass placement, TrialSpec trial, Seats seats)
        throws IOException, InterruptedException {
        TrialSpec harmless = new TrialSpec(trial.memory(), trial.width(), 0, WriteMode.VOLATILE, ReadMode.VOLATILE,
             1, 1, trial.tier(), trial.seed());
        Optional<Controls> ran = seats.canOverlap() ? tester.controls(request(harmless, seats)) : Optional.empty();
        Controls found = ran.orElse(new Controls(new Control(0, 0), new Control(0, 0), 0, List.of()));
        SweepControls kept = new SweepControls(placement, trial.tier(), found.positive(), found.negative());
        journal.append(kept);
        controls.add(kept);
        return found;
    }

    private TrialRequest request(TrialSpec trial, Seats seats) {
        Geometry geometry = new Geometry(platform.lineBytes(), platform.pageBytes());
        boolean splitLocked = platform.isX86() && trial.lockedOnX86()
            && geometry.crossing(trial.offset(), trial.width()) != Crossing.NONE;
        Budget budget = new Budget(CELL_NANOS, splitLocked ? profile.splitLockedChanges() : profile.changes(),
            Until.SETTLED);
        return new TrialRequest(trial, budget, seats, geometry, Stressor.AUTO, platform.isX86(), splitLocks, false);
    }

    private static String key(PlacementClass placement, TrialSpec trial) {
        return new SweepCell(placement, trial.memory(), trial.write(), trial.read(), trial.tier(), trial.offset(),
            Counts.NONE, List.of(), List.of(), null, List.of(), 0, false).key();
    }
}
