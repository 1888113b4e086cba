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

/** Determines which verdicts can be correct on x86-64. Thread-safe. */
record KnownAnswers(Machine machine, AccessRules rules) {
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
            return judgement.verdict() == Verdict.NONE ? null : "expected none-seen";
        }
        if (mustTear(trial, rules)) {
            return judgement.verdict() == Verdict.TORN ? null : "expected torn";
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NONE ? null
            : "expected torn or none-seen";
    }

    /**
     * Inside a line, only the vendor's promise is known: it covers 16 aligned bytes on CPUs with AVX. The trial is
     * refused if the CPU lacks the vector register.
     */
    private String faultOfVector(TrialSpec trial, Judgement judgement) {
        boolean lacking = judgement.verdict() == Verdict.REFUSED && judgement.reason().contains("needs a register");
        boolean promised = PublishedMachine.promised(machine, rules).atomic(trial);
        if (promised || mustTear(trial, rules) && Target.hasRoom(trial.offset(), trial.width(), rules.geometry())) {
            Verdict wanted = promised ? Verdict.NONE : Verdict.TORN;
            return judgement.verdict() == wanted || lacking ? null : "expected " + wanted;
        }
        return judgement.verdict() == Verdict.TORN || judgement.verdict() == Verdict.NONE || lacking ? null
            : "expected torn or none-seen";
    }

    /**
     * Whether a tear must be seen. In loops compiled by C2, stressors can write lines back, which exposes the halves of
     * a line-crossing mov.
     */
    static boolean mustTear(TrialSpec trial, AccessRules rules) {
        return trial.tier() == Tier.C2 && rules.crosses(trial) && rules.lockedSides(trial) < 2
            && !trial.read().guarded();
    }
}
