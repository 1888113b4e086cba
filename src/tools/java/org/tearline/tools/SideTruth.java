// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.run.Tester;
import org.tearline.run.Tester.TrialListener;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.WhoTore;
import org.tearline.verdict.WhoTore.Attribution;

/**
 * Asks who tore, of two ordinary sides across a line: on x86-64 both do, so whoever names one of them alone is wrong.
 */
final class SideTruth {
    private static final int LAST_OF_PAGE = 4095;
    private static final int TWO_LINES = 128;
    private static final List<Memory> MEMORIES = List.of(Memory.UNSAFE, Memory.DIRECT, Memory.HEAP);
    private static final long TRIAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** In C2; below it a tear may be too rare to be seen in the time of an ask. */
    private static final double MOST_UNANSWERED = 0.05;
    /** Of ten asks, of which one in thirty stays unanswered, more than three do in one of 4,500 walks. */
    private static final int FEW_UNANSWERED = 3;

    private final Machine machine;
    private final AccessRules rules;
    private final ThreadCpus threadCpus;
    private final SplitLocks splitLocks;
    private final Random random;

    SideTruth(Machine machine, ThreadCpus threadCpus, SplitLocks splitLocks, Random random) {
        this.machine = machine;
        this.rules = machine.rules();
        this.threadCpus = threadCpus;
        this.splitLocks = splitLocks;
        this.random = random;
    }

    /** Asks so often in each tier and prints the answers; 1 if one of them is wrong, else 0. */
    int ask(List<Tier> tiers, int asks) throws IOException, InterruptedException {
        int code = 0;
        for (Tier tier : tiers) {
            List<String> wrong = new ArrayList<>();
            int unanswered = 0;
            try (Tester tester = Tester.open(tier, false)) {
                for (int i = 0; i < asks; i++) {
                    TrialSpec trial = draw(tier);
                    // Once more on a busy machine, whose threads hardly run at the same time.
                    if (!isBoth(tester, trial, wrong) && !isBoth(tester, trial, wrong)) {
                        unanswered++;
                    }
                }
            }
            if (tier == Tier.C2 && unanswered > Math.max(FEW_UNANSWERED, MOST_UNANSWERED * asks)) {
                wrong.add(unanswered + " of " + asks + " asks in C2 were not answered by both");
            }
            System.out.println("truth: " + tier + ", who tore, asked " + asks + ": both in " + (asks - unanswered)
                + "; wrong " + wrong.size());
            wrong.forEach(line -> System.out.println("wrong: " + line));
            code |= wrong.isEmpty() ? 0 : 1;
        }
        return code;
    }

    private boolean isBoth(Tester tester, TrialSpec trial, List<String> wrong) throws IOException,
        InterruptedException {
        WhoTore who = tester.run(new TrialRequest(trial, new Budget(TRIAL_NANOS, rules.defaultChanges(trial),
            Until.FIRST), threadCpus, rules, Stressor.AUTO, splitLocks, null, false), any -> false, machine,
            TrialListener.SILENT).judgement().whoTore();
        if (who != null && (who.who() == Attribution.WRITE || who.who() == Attribution.READ)) {
            wrong.add(trial + ": one side alone, " + who);
        }
        return who != null && who.who() == Attribution.BOTH;
    }

    /** A scalar value of two ordinary sides that lies across a line or a page. */
    private TrialSpec draw(Tier tier) {
        while (true) {
            int place = random.nextInt(TWO_LINES + Long.BYTES);
            TrialSpec trial = new TrialSpec(one(MEMORIES), one(Width.scalars()),
                place < TWO_LINES ? place : LAST_OF_PAGE + TWO_LINES - place, one(List.of(WriteMode.values())),
                one(List.of(ReadMode.values())), 1, 1, Processes.ONE, tier, random.nextInt(1 << 16));
            if (rules.lockedSides(trial) == 0 && trial.write() != WriteMode.SEQLOCK && !trial.read().guarded()
                && rules.crosses(trial) && !rules.piecewise(trial) && !rules.refused(trial)
                && !rules.refused(trial.withLockedRead()) && !rules.refused(trial.withLockedWrite())) {
                return trial;
            }
        }
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
