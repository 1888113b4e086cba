// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.Tester;
import org.tearline.run.TrialListener;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Grading;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.WhoTore.Attribution;
import org.tearline.verdict.WhoTore;

/**
 * Checks which side tore. On x86-64, an unlocked store across a line tears, and on most CPUs a load does, too. Not
 * thread-safe.
 */
record SideTruth(KnownAnswers known, ThreadCpus threadCpus, SplitLocks splitLocks, Random random) {
    private static final int LAST_OF_PAGE = 4095;
    private static final int TWO_LINES = 128;
    private static final List<Memory> MEMORIES = List.of(Memory.UNSAFE, Memory.DIRECT, Memory.HEAP);
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** The share of trials in C2 that may give no answer. In lower tiers, tears may be too rare to be seen in time. */
    private static final double MOST_UNANSWERED = 0.05;
    /**
     * Unanswered trials that are always allowed. If 1 trial in 30 is unanswered, ten trials exceed this once in 4,500
     * checks.
     */
    private static final int FEW_UNANSWERED = 3;

    /** Prints the answers for each tier; returns 1 if any is wrong, else 0. */
    int check(List<Tier> tiers, int times) throws IOException, InterruptedException {
        int code = 0;
        for (Tier tier : tiers) {
            List<String> wrong = new ArrayList<>();
            int unanswered = 0;
            try (Tester tester = Tester.open(tier, false)) {
                for (int i = 0; i < times; i++) {
                    TrialSpec trial = draw(tier);
                    // Retries, because threads rarely run at the same time on a busy machine.
                    if (!isAnswered(tester, trial, wrong) && !isAnswered(tester, trial, wrong)) {
                        unanswered++;
                    }
                }
            }
            if (tier == Tier.C2 && unanswered > Math.max(FEW_UNANSWERED, MOST_UNANSWERED * times)) {
                wrong.add(unanswered + " of " + times + " trials in C2 did not show that " + expected() + " tore");
            }
            System.out.println("truth: " + tier + ", who tore, " + times + " trials: " + expected() + " in "
                + (times - unanswered) + "; wrong " + wrong.size());
            wrong.forEach(line -> System.out.println("wrong: " + line));
            code |= wrong.isEmpty() ? 0 : 1;
        }
        return code;
    }

    private String expected() {
        return known.loadsTear() ? "both sides" : "the store";
    }

    /** Whether each side that must tear was found to tear. A side must not be called whole. */
    private boolean isAnswered(Tester tester, TrialSpec trial, List<String> wrong) throws IOException,
        InterruptedException {
        AccessRules rules = known.rules();
        TrialOutcome outcome = tester.run(new TrialRequest(trial, new Budget(TRIAL_NANOS, rules.defaultChanges(trial),
            Until.FIRST), threadCpus, rules, Stressor.AUTO, splitLocks, null, false, List.of()), TrialListener.SILENT);
        WhoTore who = new Grading(trial, outcome, rules, any -> false, true).judgement().whoTore();
        if (who != null && (who.who() == Attribution.WRITE || who.who() == Attribution.READ)) {
            wrong.add(trial + ": only one side, " + who);
        }
        return who != null && who.write().tears() && (who.read().tears() || !known.loadsTear());
    }

    /** Draws a line-crossing trial of scalars without locks. */
    private TrialSpec draw(Tier tier) {
        AccessRules rules = known.rules();
        while (true) {
            int place = random.nextInt(TWO_LINES + Long.BYTES);
            TrialSpec trial = new TrialSpec(pick(MEMORIES), pick(Width.scalars()),
                place < TWO_LINES ? place : LAST_OF_PAGE + TWO_LINES - place, pick(List.of(WriteMode.values())),
                pick(List.of(ReadMode.values())), 1, 1, Processes.ONE, tier, random.nextInt(1 << 16));
            if (rules.lockedSides(trial) == 0 && !trial.guarded()
                && rules.crosses(trial) && !rules.piecewise(trial) && !rules.refused(trial)
                && !rules.refused(trial.withLockedRead()) && !rules.refused(trial.withLockedWrite())) {
                return trial;
            }
        }
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
