// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.WhoTore.SideResult;
import org.tearline.verdict.WhoTore;
import org.tearline.words.Sentences;
import org.tearline.words.Words;

/** Explains the verdict of a trial: where its value is, which side tore, and what the vendor promises. */
record RunReasons(TrialResult result) {
    /** Returns the text after "why". */
    String why() {
        return place() + switch (result.judgement().verdict()) {
            case TORN -> "; " + whoTore() + promiseClause();
            case NOT_SEEN -> slowTier() + promiseClause();
            default -> "";
        };
    }

    private String place() {
        int last = trial().offset() + trial().width().bytes() - 1;
        int boundary = rules().geometry().boundary(trial());
        String bytes = "bytes " + trial().offset() + ".." + last;
        int crossed = last - last % boundary;
        return bytes + switch (rules().crossing(trial())) {
            case PAGE -> " cross the page at " + crossed;
            case LINE -> " cross the line at " + crossed;
            case NONE -> insideLine(boundary, crossed);
        };
    }

    private String insideLine(int boundary, int crossed) {
        if (trial().aligned()) {
            return " are aligned";
        }
        return " cross the " + boundary + "-byte boundary at " + crossed + " inside a line of "
            + rules().geometry().lineBytes();
    }

    private String whoTore() {
        WhoTore who = result.judgement().whoTore();
        String reason = result.judgement().reason();
        if (who == null) {
            return reason;
        }
        if (reason == null) {
            return sides(who);
        }
        return sides(who) + "; " + reason;
    }

    private String slowTier() {
        if (trial().tier() == Tier.INTERPRETER && !promise(trial()).atomic()) {
            return "; may tear: the interpreter is too slow to show tears; the CPU's granule decides";
        }
        return "";
    }

    private String promiseClause() {
        if (!promisesApply()) {
            return "";
        }
        PairPromise promise = promise(trial());
        String text = "; the access " + Sentences.promised(result.answer(promise));
        boolean torn = result.judgement().verdict() == Verdict.TORN;
        if (torn || promise.atomic() || promise.promise() == Promise.NO_RULE) {
            return text;
        }
        return text + ": another run or another CPU of this kind may tear";
    }

    /** Whether promises cover the trial: they exclude emulators, unknown JVMs and accesses that the JVM splits. */
    boolean promisesApply() {
        return new MachinePromises(result.machine()).apply() && !result.outcome().piecewise();
    }

    /** Returns the promise for this trial or one like it. */
    PairPromise promise(TrialSpec like) {
        return Guarantees.load().pair(new MachinePromises(result.machine()).traits(), like, rules());
    }

    private TrialSpec trial() {
        return result.trial();
    }

    private AccessRules rules() {
        return result.machine().rules();
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
