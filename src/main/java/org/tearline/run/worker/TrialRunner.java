// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.Message.Provisional;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.worker.StressorPolicy.Slice;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Planted;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore;

/**
 * Runs one trial in the worker: counts slice by slice until a tear or until the budget is used up, then finds out which
 * side tore or runs the controls. Not thread-safe.
 */
final class TrialRunner {
    private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /**
     * A CAS reader has separate rounds for planted values, which take a tenth of the counting time. All other readers
     * meet them while counting.
     */
    private static final int PLANTED_SHARE = 10;

    private final TrialRequest request;
    private final TrialSpec trial;
    private final Budget budget;
    private final Workbench bench;
    private final ControlRuns runs;
    private final Consumer<Message> parent;
    private final List<Place> places;
    private final StressorPolicy policy;
    private RoundTally total = new RoundTally();
    /**
     * A disturbed slice with a tear, for an access that is one instruction in any tier. Used only if no clean slice
     * tears.
     */
    private RoundTally uncertain;
    private String disturbance;
    private long discardedSlices;
    private long discardedNanos;
    private Planted plantedControl = Planted.NONE;
    private boolean weighed;
    private WhoTore whoTore = WhoTore.NOT_ASKED;
    private long begun;
    private long lastProgress = System.nanoTime();

    /** {@code parent} receives {@link Message.Provisional} and {@link Message.Progress} messages. */
    TrialRunner(TrialRequest request, Workbench bench, Consumer<Message> parent) {
        this.request = request;
        trial = request.trial();
        budget = request.budget();
        this.bench = bench;
        runs = new ControlRuns(bench);
        this.parent = parent;
        places = bench.places(Where.TESTED, trial);
        // With two locked sides, no tear is expected. Only the number of changes matters then, and it should be reached
        // quickly, because each change delays other cores.
        boolean across = bench.rules.crosses(trial) && bench.rules.lockedSides(trial) != 2;
        policy = StressorPolicy.of(request.stressor(), bench.usable(trial), bench.order.likeliest(trial), across);
    }

    TrialOutcome run() throws IOException {
        bench.region.initialize();
        // Compiles while the threads pin themselves, which takes time because a native library must be loaded first.
        for (Side side : Side.values()) {
            String refusal = bench.kernels.tryOnce(trial, side, policy.next().stressor(), places.get(0).target(side));
            if (refusal != null) {
                return TrialOutcome.refused(refusal);
            }
        }
        bench.awaitPlacement();
        begun = System.nanoTime();
        while (!finished()) {
            countSlice();
        }
        if (torn() == 0 && uncertain != null) {
            total = uncertain;
            sendProvisional();
        } else if (total.counts().reads() > 0) {
            // The outcome contains only undisturbed slices.
            disturbance = null;
        }
        // Checked before the controls and side trials, which therefore cannot have caused any damage found.
        boolean guardsIntact = bench.guardsIntact(trial);
        Controls controls = null;
        if (torn() > 0) {
            // SETTLED means that the parent wants no more than the tear.
            if (budget.until() != Until.SETTLED && !bench.stopped()) {
                SideTrials sides = new SideTrials(request, bench);
                whoTore = sides.shownByTrial(outcome(null, guardsIntact));
                sendProvisional();
                controls = runs.aligned(trial);
                if (whoTore.equals(WhoTore.NOT_ASKED)) {
                    whoTore = sides.run();
                }
            }
        } else if (request.controls() && changes() >= bench.rules.leastChanges(trial)) {
            controls = runs.all(trial);
        }
        if (!bench.stopped()) {
            bench.limits.confirmSplitLockNanos();
        }
        return outcome(controls, guardsIntact);
    }

    /** Whether the trial is over. A tear without a witness, such as a torn planted value, does not end it. */
    private boolean finished() {
        if (bench.stopped() || spentNanos() >= budget.nanos()) {
            return true;
        }
        if (budget.until() == Until.BUDGET || torn() == 0) {
            return changes() >= budget.changes();
        }
        return !total.witnesses().isEmpty();
    }

    /**
     * The part of the time limit that is used up: the counting time or, if both sides use split locks, the time since
     * the start. No counting time passes while a thread waits for a CPU, or for the kernel to let its first split lock
     * pass, but the other thread goes on delaying the whole host: on a loaded machine, 10 s of counting took more than
     * 80 s.
     */
    private long spentNanos() {
        if (bench.rules.splitLockedSides(trial) == 2) {
            return System.nanoTime() - begun;
        }
        return total.nanos() + discardedNanos;
    }

    private void countSlice() throws IOException {
        if (!weighed && policy.hasTriedAll() && torn() == 0 && request.controls()) {
            weighed = true;
            policy.weigh(runs.calibration(trial));
        }
        Slice next = policy.next();
        KernelPair pair = bench.pair(trial, next.stressor());
        boolean witnessed = !total.witnesses().isEmpty();
        int slot = next.turn() % places.size();
        long nanos = Math.min(next.nanos(), Math.max(1, budget.nanos() - spentNanos()));
        RoundTally slice = bench.count(places.get(slot), pair, nanos,
            Planted.withPlanted(budget.changes() - changes()), budget.until() == Until.FIRST);
        if (slice.problem() != null) {
            discard(slice);
            return;
        }
        policy.learn(slice.nanos(), slice.counts().changes(), slice.counts().torn());
        total.addRound(slice);
        if (trial.read() == ReadMode.CAS && slice.counts().torn() == 0) {
            RoundTally planted = bench.count(bench.places(Where.PLANTED, trial).get(slot), pair,
                slice.nanos() / PLANTED_SHARE, Long.MAX_VALUE, false);
            plantedControl = plantedControl.plus(planted.planted());
        }
        if (!witnessed && !total.witnesses().isEmpty()) {
            sendProvisional();
        }
        if (System.nanoTime() - lastProgress >= PROGRESS_NANOS) {
            lastProgress = System.nanoTime();
            parent.accept(new Progress(total.nanos(), changes(), torn(), next.stressor().toString()));
        }
    }

    /** Drops a slice in which some accesses may have run in another tier. */
    private void discard(RoundTally slice) {
        disturbance = slice.problem();
        discardedSlices++;
        discardedNanos += slice.nanos();
        if (uncertain == null && !slice.witnesses().isEmpty() && !bench.rules.piecewiseOutsideItsLoop(trial)) {
            uncertain = new RoundTally();
            uncertain.addRound(slice);
        }
        policy.learn(slice.nanos(), 0, 0);
    }

    private long torn() {
        return total.counts().torn();
    }

    private long changes() {
        return total.counts().changes();
    }

    private void sendProvisional() {
        parent.accept(new Provisional(outcome(null, bench.guardsIntact(trial))));
    }

    private TrialOutcome outcome(Controls controls, boolean guardsIntact) {
        boolean pinned = bench.awaitPlacement() && request.threadCpus().pinned();
        Planted planted = total.planted();
        if (trial.read() == ReadMode.CAS) {
            planted = plantedControl;
        }
        long splitLockNanos = 0;
        if (bench.rules.splitLocked(trial)) {
            splitLockNanos = bench.limits.splitLockNanos();
        }
        return new TrialOutcome(total.tally(planted), total.rate(), total.firstTornNanos(), total.nanos(),
            total.writerNanos(), controls, whoTore, policy.uses(), null, null, disturbance, discardedSlices,
            guardsIntact, splitLockNanos, pinned, bench.stopped(), bench.rules.piecewise(trial));
    }
}
