// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Emulated;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;

/** Words what a verdict is beside the vendor's promise, and what to do or to try next. Stateless. Thread-safe. */
final class RunAdvice {
    private RunAdvice() {
    }

    /** What to do after a verdict; null if there is nothing to do. */
    static String of(TrialResult result) {
        return switch (result.judgement().verdict()) {
            case TORN -> comparable(result) && !result.trial().aligned() ? ofTear(result) : null;
            case REFUSED -> ofRefusal(result.trial(), result.outcome());
            case FAULT -> result.trial().aligned() ? null
                : "try " + aligned(result.trial()) + ", where an access does not fault for its alignment";
            case NONE, INCONCLUSIVE -> null;
        };
    }

    /** What the vendor promises of the place that was tried; null where the CPU did not make the access. */
    static String promise(TrialResult result) {
        if (!comparable(result)) {
            return null;
        }
        PairPromise promise = promise(result, result.trial());
        return result.judgement().verdict() == Verdict.TORN ? PromiseText.ofTear(promise)
            : PromiseText.ofSilence(promise);
    }

    /** No vendor promises what an emulator does, or what the JVM makes of pieces. */
    private static boolean comparable(TrialResult result) {
        return result.outcome() != null && result.machine().emulated() != Emulated.YES && !result.outcome().piecewise();
    }

    private static String ofTear(TrialResult result) {
        PairPromise there = promise(result, result.trial().at(0));
        int bytes = result.trial().width().bytes();
        return there.atomic() ? "move it to a multiple of " + bytes + ": promised whole (" + there.rules().stream()
            .map(rule -> rule.vendor() + ", " + rule.id()).collect(Collectors.joining("; ")) + ")"
            : "none by alignment: no vendor promises " + result.trial().width().described() + " whole at a multiple of "
                + bytes + " either";
    }

    private static PairPromise promise(TrialResult result, TrialSpec trial) {
        CpuTraits cpu = PublishedMachine.traits(result.machine());
        AccessRules rules = result.machine().rules();
        return Guarantees.load().pair(cpu, trial, rules);
    }

    private static String ofRefusal(TrialSpec trial, TrialOutcome outcome) {
        if (outcome == null || outcome.refusal() == null) {
            return "try an ordinary write and read, such as --write ordered --read volatile, which lock nothing;"
                + " or " + aligned(trial);
        }
        if (trial.width().isVector()) {
            return "try a vector that this CPU has a register for, such as --width " + Width.VECTOR_16.bytes();
        }
        List<String> ways = new ArrayList<>();
        if (trial.memory() != Memory.UNSAFE) {
            ways.add("--memory unsafe, which checks no alignment");
        }
        if (!trial.aligned()) {
            ways.add(aligned(trial));
        }
        return ways.isEmpty() ? null : "try " + String.join("; or ", ways);
    }

    /** Returns the aligned offset that is nearest below. */
    private static String aligned(TrialSpec trial) {
        int bytes = trial.width().bytes();
        return "--offset " + trial.offset() / bytes * bytes + ", a multiple of " + bytes;
    }
}
