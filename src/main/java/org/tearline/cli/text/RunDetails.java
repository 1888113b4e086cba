// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.verdict.Counts;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;
import org.tearline.words.Words;

/** Prints what only a verbose run shows: the CPUs, the other witnesses, the controls and each stressor's counts. */
record RunDetails(Screen screen, TrialResult result) {
    void print() {
        screen.line("");
        detail(MachineText.threads(result.trial(), result.threadCpus()));
        TrialOutcome outcome = result.outcome();
        if (!outcome.fromWorker()) {
            return;
        }
        Tally tally = outcome.tally();
        tally.witnesses().stream().skip(1).forEach(witness -> detail(RunText.witness(witness)));
        String lowNew = Words.lowNew(Counts.sum(tally.lowNew()), Counts.sum(tally.highNew()));
        if (!lowNew.isEmpty()) {
            detail("low half new: " + lowNew + "; no order is promised");
        }
        detail("planted: found " + Words.count(tally.planted().found()) + " of about "
            + Words.count(tally.planted().expected()) + " stored values that look torn");
        if (outcome.controls() != null) {
            Seen aligned = outcome.controls().aligned();
            String control = result.machine().rules().alignedControl(result.trial()).width().noun();
            detail("control: an aligned " + control + " tore " + Words.count(aligned.torn(), "time") + " in "
                + Words.count(aligned.changes(), "change"));
        }
        if (result.judgement().throttled()) {
            detail("throttled by the kernel: one split-locked operation takes "
                + Words.time(outcome.splitLockNanos()));
        }
        screen.row("  %-46s %9s %13s %13s", "stressor, " + Words.time(outcome.elapsedNanos()) + " of counting time",
            "time", "changes", "torn");
        outcome.stressors().forEach(use -> screen.row("  %-46s %9s %,13d %,13d", use.name(), Words.time(use.nanos()),
            use.changes(), use.torn()));
    }

    private void detail(String text) {
        screen.say("  ", "      ", text);
    }
}
