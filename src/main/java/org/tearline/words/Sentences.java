// SPDX-License-Identifier: Apache-2.0
package org.tearline.words;

import java.util.stream.Collectors;
import org.tearline.machine.CpuFeature;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.verdict.Answer;

/** Sentences about a result that the terminal and the page share. Thread-safe. */
public final class Sentences {
    private Sentences() {
    }

    /** Returns what is promised, such as "is promised to be whole (I5, I8)". */
    public static String promised(PairPromise promise) {
        String rules = rules(promise);
        return switch (promise.promise()) {
            case ATOMIC -> "is promised to be whole" + rules;
            case NO_RULE -> noRule(promise);
            case NOT_GUARANTEED -> "is not promised to be whole" + rules;
            case NOT_GUARANTEED_OR_TRAPS -> "may tear or fault" + rules;
            case ATOMIC_OR_FAULTS -> "faults or is whole, as the CPU chooses" + rules;
            case FAULTS -> "should fault" + rules;
        };
    }

    /** Returns what is promised, and whether a tear contradicts it. */
    public static String promised(Answer answer) {
        if (answer.contradicts()) {
            return promised(answer.promise()) + ": this tear contradicts it";
        }
        return promised(answer.promise());
    }

    /** Names the unknown features of the CPU on which a rule depends, if there are any. */
    private static String noRule(PairPromise promise) {
        if (promise.asked().isEmpty()) {
            return "is covered by no vendor rule that is known to apply";
        }
        return "is promised only by features that are unknown here: " + promise.asked().stream().sorted()
            .map(CpuFeature::toString).collect(Collectors.joining(", "));
    }

    /** Returns the rules that decide, such as " (I5, I8)"; empty without any. */
    public static String rules(PairPromise promise) {
        return Words.enclosed(" (", promise.ruleIds().stream().sorted().collect(Collectors.joining(", ")), ")");
    }

    /** Returns what a negative result may have missed, given the rate that it excludes. */
    public static String missed(double bound) {
        double rate = Math.min(1, bound);
        // A busy shared counter is updated a million times per second.
        double perSecond = 1e6 * rate;
        String often = "one every " + Math.round(1 / perSecond) + " s";
        if (perSecond >= 1) {
            often = Words.many(Math.round(perSecond)) + " per second";
        }
        String rarer = Words.below(rate).replaceFirst("below ", "").replaceFirst("%$", "% of");
        return "a tear rarer than " + rarer + " changes could have been missed;"
            + " at a million updates per second that is " + often;
    }
}
