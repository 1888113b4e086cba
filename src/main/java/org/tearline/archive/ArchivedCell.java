// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.tearline.archive.Ballot.Decision;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Spread;
import org.tearline.verdict.Verdict;

/**
 * The counts for one place, write and read on a CPU design. They are the evidence for the granules.
 * Thread-safe.
 *
 * @param strong   whether more than half of the voters have a strong negative result
 * @param seen     the counts, each reached by more than half of the voters
 * @param limits   what an agreeing submitter may have to count
 * @param rate     the median of the agreeing submitters' rates of tears per change
 */
public record ArchivedCell(CellKey key, boolean strong, Verdict verdict, Seen seen, Limits limits, double rate) {
    /**
     * The largest counts, the lowest and highest rate of tears, and the shortest time until the first tear that others
     * support.
     *
     * @param excess by which factor a vote may exceed them: 2, or more if no vote is that close to all of them
     */
    record Limits(Seen most, double lowestRate, double highestRate, long firstTornNanos, double excess) {
        /** Honest runs often differ by this factor, and by its cube in the time, which one early tear decides. */
        private static final double USUAL = 2;

        boolean support(Vote vote) {
            return excess(vote) <= excess;
        }

        /** Returns the largest factor by which a vote exceeds one of the limits, at least 1. */
        private double excess(Vote vote) {
            return DoubleStream.of(
                factor(vote.seen().changes(), most.changes()),
                factor(vote.seen().torn(), most.torn()),
                factor(vote.rate(), highestRate),
                factor(lowestRate, vote.rate()),
                Math.cbrt(factor(firstTornNanos, vote.firstTornNanos()))).max().getAsDouble();
        }

        private static double factor(double number, double limit) {
            return number <= limit ? 1 : number / limit;
        }

        /** Each limit may come from another vote, so that no single one is within all of them. */
        Limits leavingClosest(List<Vote> votes) {
            double closest = votes.stream().mapToDouble(this::excess).min().getAsDouble();
            return new Limits(most, lowestRate, highestRate, firstTornNanos, Math.max(USUAL, closest));
        }
    }

    /** Returns the cell that a quorum agrees on; empty if nothing is agreed on. */
    static Optional<ArchivedCell> of(CellKey key, Decision<Vote> decision) {
        if (!decision.agreed()) {
            return Optional.empty();
        }
        boolean strong = decision.votes().stream().filter(Vote::strong).count() >= decision.least();
        Seen seen = new Seen(decision.supported(vote -> vote.seen().changes()),
            decision.supported(vote -> vote.seen().torn()));
        Seen most = new Seen(decision.largest(vote -> vote.seen().changes()),
            decision.largest(vote -> vote.seen().torn()));
        Limits limits = new Limits(most, decision.smallest(Vote::rate),
            decision.largest(Vote::rate), decision.smallest(Vote::firstTornNanos), 1)
            .leavingClosest(decision.votes());
        double rate = Spread.of(decision.votes().stream().map(Vote::rate).toList()).median();
        return Optional.of(new ArchivedCell(key, strong, decision.supported(Vote::verdict, Vote.BY_WEIGHT), seen,
            limits, rate));
    }

    boolean tore() {
        return verdict == Verdict.TORN;
    }

    /** Whether a vote is on the agreed side, with counts that others support. */
    boolean restsOn(Vote vote) {
        return vote.torn() == tore() && limits.support(vote);
    }

    public long changes() {
        return seen.changes();
    }

    public long torn() {
        return seen.torn();
    }

    /** Returns the upper bound of the rate at 95 % confidence. Null if the cell tore or saw no change. */
    public Double bound95() {
        if (torn() == 0 && changes() > 0) {
            return Silence.RULE_OF_THREE / changes();
        }
        return null;
    }
}
