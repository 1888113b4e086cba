// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import org.tearline.file.PublishedMachine;
import org.tearline.loop.Kernel.Target;
import org.tearline.machine.Machine;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;

/** Tells which verdicts about a trial can be right on x86-64. Thread-safe. */
record KnownAnswers(Machine machine, AccessRules rules) {
    /** What is wrong with a verdict; null if it can be right. */
    String fault(TrialSpec trial, Judgement judgement) {
        boolean refused = rules.refused(trial);
        if (trial.width().isVector()) {
            return faultOfVector(trial, judgement);
        }
        if (refused || judgement.verdict() == Verdict.REFUSED) {
            return refused && judgement.verdict() == Verdict.REFUSED ? null : "wanted " + (refused ? "" : "not ")
                + "refused";
        }
        if (trial.aligned() || rules.lockedSides(trial) == 2 || trial.read() == ReadMode.SEQLOCK) {
            return judgement.verdict() == Verdict.NONE ? null : "wanted none-seen";
        }
        if (mustTear(trial, rules)) {
            return judgement.verdict() == Verdict.TORN ? null : "wanted torn";
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NONE ? null
            : "wanted torn or none-seen";
    }

    /**
     * Of a vector that does not cross a line only one thing is known: what the vendor promises, which is 16 aligned
     * bytes on CPUs with AVX. A CPU without its register refuses it.
     */
    private String faultOfVector(TrialSpec trial, Judgement judgement) {
        boolean lacking = judgement.verdict() == Verdict.REFUSED && judgement.reason().contains("needs a register");
        boolean promised = PublishedMachine.promised(machine, rules).atomic(trial);
        if (promised || mustTear(trial, rules) && Target.hasRoom(trial.offset(), trial.width(), rules.geometry())) {
            Verdict wanted = promised ? Verdict.NONE : Verdict.TORN;
            return judgement.verdict() == wanted || lacking ? null : "wanted " + wanted;
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NONE || lacking ? null
            : "wanted torn or none-seen";
    }

    /** Whether a tear has to be seen: across a line C2 can write lines back, which shows a mov's two halves. */
    static boolean mustTear(TrialSpec trial, AccessRules rules) {
        return trial.tier() == Tier.C2 && rules.crosses(trial) && rules.lockedSides(trial) < 2
            && !trial.read().guarded();
    }
}
