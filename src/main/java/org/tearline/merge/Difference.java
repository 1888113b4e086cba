// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Locale;

/** Names how what was seen at one offset differs between two machines or runs, the most telling first. Immutable. */
public enum Difference {
    /** One saw a tear or a fault, and the other did not. */
    DIFFERENT,
    /** One of the two, or both, saw a tear that nobody has confirmed: no answer yet, and not to be overlooked. */
    UNCONFIRMED,
    /** One of the two came to no answer, or did not try. */
    ONE_ANSWER,
    SAME,
    /** Neither came to an answer. */
    NO_ANSWER;

    /** Returns the difference between two states; the same whichever comes first. */
    public static Difference of(Seen a, Seen b) {
        if (a == Seen.UNCONFIRMED || b == Seen.UNCONFIRMED) {
            return UNCONFIRMED;
        }
        boolean answered = answer(a) != null;
        if (answered != (answer(b) != null)) {
            return ONE_ANSWER;
        }
        return !answered ? NO_ANSWER : answer(a) == answer(b) ? SAME : DIFFERENT;
    }

    /** Returns what a state says in the end; null where it leaves the question open. */
    private static Seen answer(Seen seen) {
        return switch (seen) {
            case TORN, JVM_SPLIT, FAULT -> seen;
            case NONE_STRONG, NONE_WEAK -> Seen.NONE_STRONG;
            case MIXED, UNCONFIRMED, REFUSED, INCONCLUSIVE, UNTESTED -> null;
        };
    }

    /** Returns whether one of the two tells what the other does not, or what nobody has confirmed. */
    public boolean tells() {
        return this == DIFFERENT || this == UNCONFIRMED || this == ONE_ANSWER;
    }

    /** Returns the words for people. */
    public String words() {
        return switch (this) {
            case DIFFERENT -> "differ";
            case UNCONFIRMED -> "an unconfirmed tear";
            case ONE_ANSWER -> "only one has an answer";
            case SAME -> "the same kind of answer";
            case NO_ANSWER -> "neither has an answer";
        };
    }

    /** Returns the word in data. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
