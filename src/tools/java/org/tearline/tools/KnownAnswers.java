// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.loop.Target;
import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.run.TrialListener;
import org.tearline.run.Tester;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessClass.Misaligned;
import org.tearline.trial.AccessPair;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;

/**
 * Determines which verdicts can be correct on x86-64. Thread-safe.
 *
 * @param loadsTear whether a short trial sees a load tear across a line; on Zen 3 such tears come in rare bursts
 */
record KnownAnswers(Machine machine, AccessRules rules, boolean loadsTear) {
    /** As long as the side trials of {@link SideTruth}, and shorter than any other trial. */
    private static final Budget SHORT = new Budget(TimeUnit.MILLISECONDS.toNanos(100), Long.MAX_VALUE, Until.FIRST);
    private static final int TRIES = 10;
    /** On Zen 3, about half of the tries see a tear. */
    private static final int LEAST_TORN = 9;

    /** Measures whether loads tear, with a writer that cannot. Without split locks, nothing is expected of loads. */
    static KnownAnswers measured(Machine machine, ThreadCpus threadCpus, SplitLocks splitLocks)
        throws IOException, InterruptedException {
        TrialSpec loads = TrialSpec.USUAL.at(machine.geometry().lineBytes() - Integer.BYTES)
            .with(WriteMode.CAS, ReadMode.VOLATILE);
        TrialRequest request = new TrialRequest(loads, SHORT, threadCpus, machine.rules(), Stressor.AUTO, splitLocks,
            null, false, List.of());
        int torn = 0;
        try (Tester tester = Tester.open(loads.tier(), false)) {
            for (int i = 0; i < TRIES && splitLocks.allowed(); i++) {
                torn += tester.run(request, TrialListener.SILENT).tally().witnesses().isEmpty() ? 0 : 1;
            }
        }
        return new KnownAnswers(machine, machine.rules(), torn >= LEAST_TORN);
    }

    /** Returns what is wrong with a verdict, or null if it can be correct. */
    String fault(TrialSpec trial, Judgement judgement) {
        boolean refused = rules.refused(trial);
        if (trial.width().isVector()) {
            return faultOfVector(trial, judgement);
        }
        if (refused || judgement.verdict() == Verdict.REFUSED) {
            return refused && judgement.verdict() == Verdict.REFUSED ? null : "expected " + (refused ? "" : "not ")
                + "refused";
        }
        if (trial.aligned() || rules.lockedSides(trial) == 2 || trial.read() == ReadMode.SEQLOCK) {
            return judgement.verdict() == Verdict.NOT_SEEN ? null : "expected none-seen";
        }
        if (mustTear(trial)) {
            return judgement.verdict() == Verdict.TORN ? null : "expected torn";
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NOT_SEEN
            || isTooShort(trial, judgement) ? null : "expected torn or none-seen";
    }

    /** Whether the trial ended as planned, but too early for a negative result, because one side uses split locks. */
    private boolean isTooShort(TrialSpec trial, Judgement judgement) {
        return rules.splitLocked(trial) && judgement.verdict() == Verdict.INCONCLUSIVE
            && judgement.reason().startsWith(CellReason.TOO_FEW_CHANGES.sentence());
    }

    /**
     * Inside a line, only the vendor's promise is known: it covers 16 aligned bytes on CPUs with AVX. The trial is
     * refused if the CPU lacks the vector register.
     */
    private String faultOfVector(TrialSpec trial, Judgement judgement) {
        boolean lacking = judgement.verdict() == Verdict.REFUSED && judgement.reason().contains("needs a register");
        boolean promised = new MachinePromises(machine).atomic(rules).test(trial);
        if (promised || mustTear(trial) && Target.hasRoom(trial.offset(), trial.width(), rules.geometry())) {
            Verdict wanted = promised ? Verdict.NOT_SEEN : Verdict.TORN;
            return judgement.verdict() == wanted || lacking ? null : "expected " + wanted;
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NOT_SEEN || lacking ? null
            : "expected torn or none-seen";
    }

    /**
     * Whether a tear must be seen. In loops compiled by C2, stressors can write lines back, which exposes the halves of
     * a line-crossing store, and on most CPUs those of a load.
     */
    boolean mustTear(TrialSpec trial) {
        AccessPair pair = rules.pair(trial);
        boolean storeTears = pair.writing() == Misaligned.ORDINARY;
        boolean loadTears = loadsTear && pair.reading() == Misaligned.ORDINARY;
        return trial.tier() == Tier.C2 && rules.crosses(trial) && (storeTears || loadTears)
            && !trial.read().guarded();
    }
}
