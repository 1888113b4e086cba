// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Counts;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore.SideResult;
import org.tearline.verdict.WhoTore;

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
        TrialRequest side = request.with(locked, new Budget(MAX_NANOS, Long.MAX_VALUE),
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
