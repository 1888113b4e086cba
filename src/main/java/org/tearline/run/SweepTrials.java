// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.tearline.file.PublishedMachine;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Control;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Grading;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Witness;

/**
 * Has a tester run the trials and controls of a sweep, and makes a cell of what each trial comes to. Not thread-safe.
 */
final class SweepTrials {
    private final Tester tester;
    private final Machine machine;
    private final AccessRules rules;
    private final SplitLocks splitLocks;
    private final String file;
    private final Consumer<String> notes;
    private final BooleanSupplier stopped;

    /**
     * Prepares the trials of one sweep.
     *
     * @param file    what mapped memory maps; null if no trial has such memory
     * @param notes   takes sentences that the reader of the result should know
     * @param stopped whether somebody stopped the sweep
     */
    SweepTrials(Tester tester, Machine machine, SplitLocks splitLocks, String file, Consumer<String> notes,
                BooleanSupplier stopped) {
        this.tester = tester;
        this.machine = machine;
        this.rules = machine.rules();
        this.splitLocks = splitLocks;
        this.file = file;
        this.notes = notes;
        this.stopped = stopped;
    }

    /** Null if it was stopped before it came to anything: then it has not been run. */
    SweepCell run(CpuDistance placement, TrialSpec trial, ThreadCpus threadCpus, Budget budget, Controls latest)
        throws IOException, InterruptedException {
        TrialResult result = tester.run(request(trial, threadCpus, budget), silent -> false, machine, listener());
        TrialOutcome outcome = result.outcome();
        if (stopped.getAsBoolean() && (outcome == null
            || outcome.stopped() && outcome.tally().witnesses().isEmpty())) {
            return null;
        }
        if (outcome == null) {
            return SweepCell.of(placement, trial, Tally.NONE, result.judgement().cause(), List.of(), 0, -1,
                threadCpus.pinned(), 0);
        }
        CellReason reason = Grading.reason(budget.leastChanges(rules.splitLockedSides(trial)), outcome.with(latest));
        return SweepCell.of(placement, trial, outcome.tally().withOneWitness(), reason, outcome.stressors(),
            outcome.elapsedNanos(), outcome.firstTornNanos(), outcome.pinned(), outcome.discardedSlices());
    }

    /** Returns the aligned control of trials such as this one; without changes if it could not be run. */
    Controls controls(TrialSpec trial, ThreadCpus threadCpus) throws IOException, InterruptedException {
        TrialSpec harmless = rules.orPlain(trial.at(0).with(WriteMode.VOLATILE, ReadMode.VOLATILE));
        TrialSpec aligned = rules.alignedControl(harmless);
        Optional<Controls> ran = trial.width().isVector()
            && !PublishedMachine.promised(machine, rules).atomic(aligned)
            ? Optional.empty() : ofLike(harmless, threadCpus);
        if (ran.isEmpty() && trial.width().isVector() && !stopped.getAsBoolean()) {
            // A vector that nobody promises to be whole controls nothing, and here there may be none at all.
            ran = ofLike(harmless.of(Width.LONG), threadCpus);
        }
        return ran.orElse(new Controls(new Control(0, 0), 0, List.of()));
    }

    private Optional<Controls> ofLike(TrialSpec harmless, ThreadCpus threadCpus)
        throws IOException, InterruptedException {
        return threadCpus.canOverlap() ? tester.controls(request(harmless, threadCpus, new Budget(
            SweepBudget.CELL_NANOS, 1, Until.SETTLED))) : Optional.empty();
    }

    private TrialListener listener() {
        return new TrialListener() {
            @Override
            public void firstTear(Witness witness, long nanos) {
                // The cell has it.
            }

            @Override
            public void progress(long nanos, long changes, long torn, String stressor) {
                // A cell is too short to report its progress.
            }

            @Override
            public void note(String sentence) {
                notes.accept(sentence);
            }
        };
    }

    private TrialRequest request(TrialSpec trial, ThreadCpus threadCpus, Budget budget) {
        return new TrialRequest(trial, budget, threadCpus, rules, Stressor.AUTO, splitLocks, file, false);
    }
}
