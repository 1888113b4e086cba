// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Budget.Until;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.TrialResult.TrialOutcome;
import org.tearline.verdict.WhoTore;
import org.tearline.verdict.WhoTore.Side;

/** Asks after a tear which side of the pair tears by itself: tries each with the other side locked. */
final class SideAsks {
    /** One side locks, which others on the host feel across a line: an ask without a tear gets no more than this. */
    private static final long MAX_ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final TrialRequest request;
    private final TrialSpec trial;
    private final Workbench bench;
    private final AccessRules rules;

    SideAsks(TrialRequest request, Workbench bench) {
        this.request = request;
        this.trial = request.trial();
        this.bench = bench;
        this.rules = bench.rules();
    }

    /** If one side is locked, all tears are the other's. */
    WhoTore known(TrialOutcome own) {
        boolean writeLocked = rules.locked(trial.write(), trial.tier());
        boolean readLocked = rules.locked(trial.read());
        if (rules.piecewise(trial) || !writeLocked && !readLocked) {
            return WhoTore.NOT_ASKED;
        }
        Side other = counted(own);
        return new WhoTore(writeLocked ? Side.PROMISED : other, readLocked ? Side.PROMISED : other);
    }

    WhoTore ask() throws IOException, InterruptedException {
        return new WhoTore(ask(trial.withLockedRead()), ask(trial.withLockedWrite()));
    }

    private Side ask(TrialSpec locked) throws IOException, InterruptedException {
        // Without its other half a seqlock's read or write is another one.
        if (trial.read() == ReadMode.SEQLOCK || rules.piecewise(trial) || rules.lockedSides(locked) == 0
            || rules.refused(locked) || !bench.allowed(locked)) {
            return Side.NOT_ASKED;
        }
        TrialOutcome outcome = new TrialRunner(new TrialRequest(locked, new Budget(MAX_ASK_NANOS, Long.MAX_VALUE,
            Until.SETTLED), request.threadCpus(), request.rules(), Stressor.AUTO, request.splitLocks(), request.file(),
            false), bench, TrialRunner.Events.SILENT).run();
        return outcome.tierProblem() == null && outcome.guardsIntact() ? counted(outcome) : Side.NOT_ASKED;
    }

    private static Side counted(TrialOutcome outcome) {
        Counts counts = outcome.tally().counts();
        return counts.alien() > 0 ? Side.NOT_ASKED
            : Side.counted(counts.changes(), counts.torn(), outcome.elapsedNanos());
    }
}
