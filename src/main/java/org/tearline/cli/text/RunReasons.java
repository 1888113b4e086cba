// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.tearline.machine.Machine;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Api;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Answer;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Fate;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.WhoTore.SideResult;
import org.tearline.verdict.WhoTore;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/** Explains the verdict of a trial: which side tore, what the vendor promises, and what to do next. */
record RunReasons(TrialSpec trial, Judgement judgement, TrialOutcome outcome, Machine machine) {
    /** Memories to suggest after an API's refusal, one for each API. */
    private static final List<Memory> OTHER_APIS = List.of(Memory.UNSAFE, Memory.BYTEBUFFER, Memory.SEGMENT);

    /** Returns the end of the "why" line, after the place. */
    String why() {
        return switch (judgement.verdict()) {
            case TORN -> "; " + whoTore() + promiseClause();
            case NOT_SEEN -> slowTier() + promiseClause();
            default -> "";
        };
    }

    private String whoTore() {
        if (judgement.whoTore() == null) {
            return judgement.reason();
        }
        if (judgement.reason() == null) {
            return sides(judgement.whoTore());
        }
        return sides(judgement.whoTore()) + "; " + judgement.reason();
    }

    private String slowTier() {
        if (trial.tier() == Tier.INTERPRETER && !promise(trial).atomic()) {
            return "; may tear: the interpreter is too slow to show tears; the CPU's granule decides";
        }
        return "";
    }

    /** Returns the advice after "fix", or null if there is none. */
    String fix() {
        return switch (judgement.verdict()) {
            case TORN -> afterTear();
            case REFUSED -> afterRefusal();
            case FAULTS -> afterFault();
            default -> null;
        };
    }

    private String afterFault() {
        if (trial.aligned()) {
            return null;
        }
        return "try " + aligned() + ", where alignment does not cause a fault";
    }

    /** Whether promises cover the trial: they exclude emulators, unknown JVMs and accesses that the JVM splits. */
    private boolean promisesApply() {
        return new MachinePromises(machine).apply() && !outcome.piecewise();
    }

    private String promiseClause() {
        if (!promisesApply()) {
            return "";
        }
        boolean torn = judgement.verdict() == Verdict.TORN;
        Controls controls = outcome.controls();
        Fate fate = Fate.UNKNOWN;
        // A tear counts only if the aligned control held, and the verdict has no caveat.
        if (torn && controls != null && controls.hold() && judgement.reason() == null) {
            fate = Fate.TORN;
        }
        PairPromise promise = promise(trial);
        String text = "; the access " + Sentences.promised(new Answer(fate, promise, promise));
        if (torn || promise.atomic() || promise.promise() == Promise.NO_RULE) {
            return text;
        }
        return text + ": another run or another CPU of this kind may tear";
    }

    private PairPromise promise(TrialSpec asked) {
        return Guarantees.load().pair(new MachinePromises(machine).traits(), asked, machine.rules());
    }

    private String afterTear() {
        if (!promisesApply() || trial.aligned()) {
            return null;
        }
        PairPromise ifAligned = promise(trial.at(0));
        int bytes = trial.width().bytes();
        if (ifAligned.atomic()) {
            return "move it to a multiple of " + bytes + ", where it " + Sentences.promised(ifAligned);
        }
        return "no promise covers " + trial.width().described() + ", even at a multiple of " + bytes
            + ": test that place, or use aligned longs or a lock";
    }

    private String afterRefusal() {
        AccessRules rules = machine.rules();
        if (outcome.cause() != CellReason.API_REFUSES) {
            // Split locks are refused.
            return "try a write and read that do not lock, such as --write plain --read volatile; or "
                + aligned();
        }
        if (trial.width().isVector()) {
            return "try a vector that fits a register of this CPU, such as --width " + Width.VECTOR_16.bytes();
        }
        List<String> ways = new ArrayList<>();
        // If only one side is plain, its API may be another one.
        boolean plain = trial.write() == WriteMode.PLAIN && trial.read() == ReadMode.PLAIN;
        OTHER_APIS.stream().filter(memory -> memory != trial.memory() && !rules.refused(trial.in(memory)))
            .forEach(memory -> ways.add("--memory " + memory + " (" + Api.of(memory, plain).title() + ")"));
        if (!trial.aligned() && !rules.refused(trial.at(previous()))) {
            ways.add(aligned());
        }
        if (ways.isEmpty()) {
            return null;
        }
        return "try " + String.join("; or ", ways);
    }

    /** Returns the largest multiple of the width that is not above the offset. */
    private int previous() {
        return trial.offset() - trial.offset() % trial.width().bytes();
    }

    private String aligned() {
        return "--offset " + previous() + ", a multiple of " + trial.width().bytes();
    }

    private static String sides(WhoTore who) {
        String write = side("the write", who.write());
        String read = side("the read", who.read());
        return switch (who.who()) {
            case BOTH -> "torn by both: " + write + "; " + read;
            case WRITE, WRITE_AT_LEAST -> "torn by " + write + "; " + read;
            case READ, READ_AT_LEAST -> "torn by " + read + "; " + write;
            case UNKNOWN -> "either side may have torn: " + write + "; " + read;
            case NOT_ASKED -> "which side tore was not tested";
        };
    }

    private static String side(String name, SideResult side) {
        return switch (side.state()) {
            case TEARS -> name + " (" + Words.count(side.seen().torn()) + " of "
                + Words.count(side.seen().changes()) + ")";
            case NOT_SEEN -> name + " was not seen to tear in " + Words.count(side.seen().changes(), "change")
                + bound(side);
            case PROMISED -> name + " is promised to be whole";
            case NOT_ASKED -> name + " was not tested";
        };
    }

    private static String bound(SideResult side) {
        if (side.upperBound95() == null) {
            return "";
        }
        return " (" + Words.below(side.upperBound95()) + ")";
    }
}
