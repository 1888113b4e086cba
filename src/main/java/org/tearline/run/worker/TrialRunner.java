// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.function.Consumer;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.Controls;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore;

/**
 * Runs one trial in the worker: counts slice by slice until a tear or until the budget is used up, then finds out which
 * side tore or runs the controls. Not thread-safe.
 */
final class TrialRunner {
    private final TrialRequest request;
    private final TrialSpec trial;
    private final Workbench bench;
    private final ControlRuns runs;
    private final SliceCounter slices;

    /** {@code parent} receives {@link Message.Provisional} and {@link Message.Progress} messages. */
    TrialRunner(TrialRequest request, Workbench bench, Consumer<Message> parent) {
        this.request = request;
        this.trial = request.trial();
        this.bench = bench;
        this.runs = new ControlRuns(bench);
        this.slices = new SliceCounter(request, bench, runs, parent);
    }

    TrialOutcome run() throws IOException {
        bench.region.initialize();
        String refusal = slices.refusal();
        if (refusal != null) {
            return TrialOutcome.refused(refusal);
        }
        bench.awaitPlacement();
        slices.countAll();
        // Checked before the controls and side trials, which therefore cannot have caused any damage found.
        boolean guardsIntact = bench.guardsIntact(trial);
        Controls controls = null;
        WhoTore whoTore = WhoTore.NOT_ASKED;
        if (slices.torn() > 0) {
            // SETTLED means that the parent wants no more than the tear.
            if (request.budget().until() != Until.SETTLED && !bench.stopped()) {
                SideTrials sides = new SideTrials(request, bench);
                whoTore = sides.shownByTrial(slices.outcome(null, whoTore, guardsIntact));
                slices.sendProvisional(whoTore);
                controls = runs.aligned(trial);
                if (whoTore.equals(WhoTore.NOT_ASKED)) {
                    whoTore = sides.run();
                }
            }
        } else if (request.controls() && slices.changes() >= bench.rules.leastChanges(trial)) {
            controls = runs.all(trial);
        }
        if (!bench.stopped()) {
            bench.limits.confirmSplitLockNanos();
        }
        return slices.outcome(controls, whoTore, guardsIntact);
    }
}
