// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tearline.verdict.Fate;

/**
 * The votes of several submitters, one each, on whether a place tears. Thread-safe.
 *
 * @param torn   the votes for a tear
 * @param whole  the votes for no tear
 * @param unsure the votes without a tear that are no answer
 */
record Ballot<V>(List<V> torn, List<V> whole, List<V> unsure) {
    Ballot() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /**
     * Adds a vote.
     *
     * @param fate    what it says; unknown if it is no answer
     * @param mayTear whether a tear counts; false if it contradicts the vendor's promise
     */
    void cast(V vote, Fate fate, boolean mayTear) {
        if (fate == Fate.WHOLE) {
            whole.add(vote);
        } else if (fate == Fate.UNKNOWN) {
            unsure.add(vote);
        } else if (mayTear) {
            torn.add(vote);
        }
    }

    /**
     * Returns what is agreed on: of those with an answer, more have to agree than disagree. A tear also needs more than
     * half of all votes, unless it is expected, because two accounts may have invented it; it must not contradict what
     * more accounts have agreed on elsewhere.
     *
     * @param quorum   the least number of votes that decide
     * @param expected what is known otherwise, which decides a tie
     */
    Decision<V> decision(int quorum, Fate expected) {
        List<V> silent = silent();
        boolean credible = expected == Fate.TORN || expected != Fate.WHOLE && torn.size() > silent.size();
        if (credible && wins(torn, whole, quorum, expected == Fate.TORN)) {
            return decided(torn);
        }
        if (wins(whole, torn, quorum, expected == Fate.WHOLE) || wins(silent, torn, quorum, false)) {
            return decided(silent);
        }
        return decided(List.of());
    }

    /** Returns the votes without a tear. */
    List<V> silent() {
        return Stream.concat(whole.stream(), unsure.stream()).toList();
    }

    private boolean wins(List<V> votes, List<V> others, int quorum, boolean expected) {
        return votes.size() >= quorum
            && (votes.size() > others.size() || expected && votes.size() == others.size());
    }

    private Decision<V> decided(List<V> votes) {
        int voters = torn.size() + silent().size();
        return new Decision<>(votes, Math.min(votes.size(), voters / 2 + 1), Math.min(votes.size(), (voters + 1) / 2));
    }

    /**
     * The votes that decide. Their numbers may be invented, so each is replaced by one that several votes support.
     *
     * @param votes empty if nothing is agreed on
     * @param least the number of votes that support a number: more than half of the voters, unless fewer decide
     * @param half  half of the voters, rounded up, unless fewer decide; fewer than half cannot invent that many
     */
    record Decision<V>(List<V> votes, int least, int half) {
        boolean agreed() {
            return !votes.isEmpty();
        }

        /** Returns the largest number that enough votes reach. */
        <N extends Comparable<N>> N supported(Function<V, N> number) {
            return supported(number, Comparator.reverseOrder());
        }

        /** Returns the first of several grades that enough votes reach. */
        <T> T supported(Function<V, T> grade, Comparator<T> bestFirst) {
            return at(least, grade, bestFirst);
        }

        /** Returns the largest number that half of the voters reach. */
        <N extends Comparable<N>> N largest(Function<V, N> number) {
            return at(half, number, Comparator.reverseOrder());
        }

        <N extends Comparable<N>> N smallest(Function<V, N> number) {
            return at(half, number, Comparator.naturalOrder());
        }

        private <T> T at(int place, Function<V, T> grade, Comparator<T> bestFirst) {
            return votes.stream().map(grade).sorted(bestFirst).toList().get(place - 1);
        }
    }
}
