// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Memory;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.published.PublishedMachine;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;

/** Words what a verdict is beside the vendor's promise, and what to do or to try next. Stateless. Thread-safe. */
final class RunAdvice {
    private RunAdvice() {
    }

    /** Returns the lines that follow a verdict, such as "promise: not guaranteed (AMD, rule A4)". */
    static List<String> of(TrialResult result) {
        return switch (result.judgement().verdict()) {
            case TORN -> comparable(result) ? ofTear(result) : List.of();
            case NONE -> comparable(result) ? List.of("promise: "
                + PromiseText.ofSilence(promise(result, result.trial()))) : List.of();
            case REFUSED -> ofRefusal(result.trial(), result.outcome());
            case FAULT -> result.trial().aligned() ? List.of()
                : List.of("try: " + aligned(result.trial()) + ", where an access does not fault for its alignment");
            case INCONCLUSIVE -> List.of();
        };
    }

    /** No vendor promises what an emulator does, or what the JVM makes of pieces. */
    private static boolean comparable(TrialResult result) {
        return result.machine().emulated() != Emulated.YES && !result.outcome().piecewise();
    }

    private static List<String> ofTear(TrialResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("promise: " + PromiseText.ofTear(promise(result, result.trial())));
        if (!result.trial().aligned()) {
            PairPromise there = promise(result, result.trial().at(0));
            int bytes = result.trial().width().bytes();
            lines.add("remedy: " + (there.atomic() ? "at a multiple of " + bytes + " it is promised whole ("
                + String.join(", ", there.ruleIds()) + ")" : "none by alignment: no vendor promises " + result.trial()
                .width().described() + " whole at a multiple of " + bytes + " either"));
        }
        return lines;
    }

    private static PairPromise promise(TrialResult result, TrialSpec trial) {
        CpuTraits cpu = PublishedMachine.traits(result.machine());
        AccessRules rules = result.machine().rules();
        return Guarantees.load().pair(cpu, trial, rules);
    }

    private static List<String> ofRefusal(TrialSpec trial, TrialOutcome outcome) {
        if (outcome == null || outcome.refusal() == null) {
            return List.of("try: an ordinary write and read, such as --write ordered --read volatile, which lock"
                + " nothing; or " + aligned(trial));
        }
        if (trial.width().isVector()) {
            return List.of("try: a vector that this CPU has a register for, such as --width "
                + Width.VECTOR_16.bytes());
        }
        List<String> ways = new ArrayList<>();
        if (trial.memory() != Memory.UNSAFE) {
            ways.add("--memory unsafe, which checks no alignment");
        }
        if (!trial.aligned()) {
            ways.add(aligned(trial));
        }
        return ways.isEmpty() ? List.of() : List.of("try: " + String.join("; or ", ways));
    }

    /** Returns the aligned offset that is nearest below. */
    private static String aligned(TrialSpec trial) {
        int bytes = trial.width().bytes();
        return "--offset " + trial.offset() / bytes * bytes + ", a multiple of " + bytes;
    }
}
