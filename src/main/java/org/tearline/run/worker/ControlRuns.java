// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.worker.Round.KernelPair;
import org.tearline.run.worker.Round.Place;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Seen;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore.SideResult;
import org.tearline.verdict.WhoTore;

/**
 * Runs a trial's controls in separate memory: the same write and read on an aligned value and across a line. Not
 * thread-safe.
 */
final class ControlRuns {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Per stressor; enough for a few thousand changes. */
    private static final long CALIBRATION_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    /** Limits the aligned control to a second. If the writer starves for that long, there is no negative result. */
    private static final int MAX_SLICES = 50;
    /** Enough changes to an aligned value to expose a harness that invents tears. */
    static final long ALIGNED_CHANGES = 100_000;

    private final Workbench bench;
    /** Null before it is counted. */
    private List<StressorUse> calibration;

    ControlRuns(Workbench bench) {
        this.bench = bench;
    }

    /**
     * Returns how often the same write and read tear across a line under each stressor; an empty list if the trial
     * crosses a line itself or such accesses are refused or not allowed. Counts only at the first call.
     */
    List<StressorUse> calibration(TrialSpec trial) throws IOException {
        if (calibration == null) {
            calibration = calibrate(trial);
        }
        return calibration;
    }

    private List<StressorUse> calibrate(TrialSpec trial) throws IOException {
        TrialSpec across = trial.at(bench.rules.geometry().lineCrossingOffset(trial.width()));
        if (bench.rules.crosses(trial) || !bench.allowed(across)) {
            return List.of();
        }
        List<Place> places = bench.places(Where.APART, across);
        List<StressorUse> uses = new ArrayList<>();
        for (Stressor stressor : bench.usable(across)) {
            RoundTally slice = bench.count(places.get(uses.size() % places.size()), bench.pair(across, stressor),
                CALIBRATION_NANOS, Long.MAX_VALUE, false);
            uses.add(new StressorUse(stressor.toString(), slice.nanos(), slice.counts().changes(),
                slice.counts().torn()));
        }
        return uses;
    }

    /** Counts the changes and tears of an aligned value with the same write and read. Alien values count as tears. */
    Seen runAligned(TrialSpec trial, long enough) throws IOException {
        TrialSpec aligned = bench.rules.alignedControl(trial);
        Place place = bench.places(Where.APART, aligned).get(0);
        KernelPair pair = bench.pair(aligned, Stressor.NONE);
        RoundTally sum = new RoundTally();
        for (int i = 0; i < MAX_SLICES && sum.counts().changes() < enough; i++) {
            sum.addRound(bench.count(place, pair, SLICE_NANOS, ALIGNED_CHANGES, false));
        }
        return new Seen(sum.counts().changes(), sum.counts().torn() + sum.counts().alien());
    }

    /** After a tear, locks each side in turn to find out whether the other one tears. Not thread-safe. */
    record SideTrials(TrialRequest request, Workbench bench) {
        /** Time limit if nothing tears. Short, because a locked access across a line slows other cores. */
        private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

        /** What the trial itself shows: a locked side does not tear, so if one is locked, the other one tore. */
        WhoTore shownByTrial(TrialOutcome own) {
            if (bench.rules.piecewise(request.trial()) || bench.rules.lockedSides(request.trial()) == 0) {
                return WhoTore.NOT_ASKED;
            }
            return new WhoTore(shownByTrial(Side.WRITE, own), shownByTrial(Side.READ, own));
        }

        private SideResult shownByTrial(Side side, TrialOutcome own) {
            if (bench.rules.pair(request.trial()).locks(side)) {
                return SideResult.PROMISED;
            }
            return side(own);
        }

        /** Counts with a locked read, so that only the write can tear, and then the other way round. */
        WhoTore run() throws IOException {
            return new WhoTore(otherSide(request.trial().withLockedRead()),
                otherSide(request.trial().withLockedWrite()));
        }

        /**
         * Counts the tears of the side that is not locked.
         *
         * @param half the trial with the other side locked
         */
        private SideResult otherSide(TrialSpec half) throws IOException {
            // A locked side accesses one long of a vector: the one across the largest boundary that the vector crosses.
            TrialSpec locked = half.acrossLargest(bench.rules.geometry());
            TrialSpec trial = request.trial();
            // A seqlock works only if both sides use it, so neither side can be replaced.
            if (trial.read() == ReadMode.SEQLOCK || bench.rules.piecewise(trial) || bench.rules.lockedSides(locked) == 0
                || !bench.allowed(locked)) {
                return SideResult.NOT_ASKED;
            }
            TrialRequest side = request.with(locked, new Budget(MAX_NANOS, Long.MAX_VALUE, Until.SETTLED),
                Stressor.AUTO);
            TrialOutcome outcome = new TrialRunner(side, bench, message -> { }).run();
            if (outcome.tierProblem() == null && outcome.guardsIntact()) {
                return side(outcome);
            }
            return SideResult.NOT_ASKED;
        }

        private static SideResult side(TrialOutcome outcome) {
            Counts counts = outcome.counts();
            if (counts.alien() > 0) {
                return SideResult.NOT_ASKED;
            }
            return SideResult.counted(counts.seen(), outcome.elapsedNanos());
        }
    }
}
