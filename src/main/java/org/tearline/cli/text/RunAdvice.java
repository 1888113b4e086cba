// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Api;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.TrialResult;
import org.tearline.words.Sentences;

/** Says what to do after a tear, a refusal or a fault: another place, another access or another memory. */
record RunAdvice(TrialResult result) {
    /** Memories to suggest after an API's refusal, one for each API. */
    private static final List<Memory> OTHER_APIS = List.of(Memory.UNSAFE, Memory.BYTEBUFFER, Memory.SEGMENT);

    /** Returns the advice after "fix", or null if there is none. */
    String fix() {
        return switch (result.judgement().verdict()) {
            case TORN -> afterTear();
            case REFUSED -> afterRefusal();
            case FAULTS -> afterFault();
            default -> null;
        };
    }

    private String afterFault() {
        if (trial().aligned()) {
            return null;
        }
        return "try " + aligned() + ", where alignment does not cause a fault";
    }

    private String afterTear() {
        RunReasons reasons = new RunReasons(result);
        if (!reasons.promisesApply() || trial().aligned()) {
            return null;
        }
        PairPromise ifAligned = reasons.promise(trial().at(0));
        int bytes = trial().width().bytes();
        if (ifAligned.atomic()) {
            return "move it to a multiple of " + bytes + ", where it " + Sentences.promised(ifAligned);
        }
        return "no promise covers " + trial().width().described() + ", even at a multiple of " + bytes
            + ": test that place, or use aligned longs or a lock";
    }

    private String afterRefusal() {
        AccessRules rules = result.machine().rules();
        if (result.outcome().cause() != CellReason.API_REFUSES) {
            // Split locks are refused.
            return "try a write and read that do not lock, such as --write plain --read volatile; or "
                + aligned();
        }
        if (trial().width().isVector()) {
            return "try a vector that fits a register of this CPU, such as --width " + Width.VECTOR_16.bytes();
        }
        List<String> ways = new ArrayList<>();
        // If only one side is plain, its API may be another one.
        boolean plain = trial().write() == WriteMode.PLAIN && trial().read() == ReadMode.PLAIN;
        OTHER_APIS.stream().filter(memory -> memory != trial().memory() && !rules.refused(trial().in(memory)))
            .forEach(memory -> ways.add("--memory " + memory + " (" + Api.of(memory, plain).title() + ")"));
        if (!trial().aligned() && !rules.refused(trial().at(previous()))) {
            ways.add(aligned());
        }
        if (ways.isEmpty()) {
            return null;
        }
        return "try " + String.join("; or ", ways);
    }

    /** Returns the largest multiple of the width that is not above the offset. */
    private int previous() {
        return trial().offset() - trial().offset() % trial().width().bytes();
    }

    private TrialSpec trial() {
        return result.trial();
    }

    private String aligned() {
        return "--offset " + previous() + ", a multiple of " + trial().width().bytes();
    }
}
