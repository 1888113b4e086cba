// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.archive.Ballot.Decision;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/** Tests one cell with up to seven accounts, of which fewer than half lie and know what the others say. */
class CountedVotesTest {
    private static final CellKey KEY = new CellKey(new TrialSpec(Memory.UNSAFE, Width.LONG, 60, WriteMode.PLAIN,
        ReadMode.VOLATILE, 1, 1, Processes.ONE, Tier.C2, 0, 0), false);
    private static final int CELLS = 20_000;
    /** Honest accounts differ by this factor anyway; the same is allowed to those that lie. */
    private static final double USUAL = 2;

    private enum Lie {
        HUGE, TINY, RARE, AT_ONCE, NEVER, OPPOSITE, UNSURE, COPY, JUST_INSIDE, BETWEEN
    }

    private final List<Vote> honest = new ArrayList<>();
    private final List<Vote> liars = new ArrayList<>();
    private Random random;
    private boolean torn;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldCountOnlyWhatHonestAccountsCouldHaveSeen(long seed) {
        random = new Random(seed);
        int honestVotes = 0;
        int rowsOfHonest = 0;
        int cellsWithoutHonest = 0;
        for (int i = 0; i < CELLS; i++) {
            draw();
            List<Vote> all = new ArrayList<>(honest);
            all.addAll(liars);
            ArchivedCell cell = cell(all);

            assertThat(cell).as("%d: %s", i, all).isNotNull();
            assertThat(cell.tore()).isEqualTo(torn);
            assertThat(cell.changes()).isBetween((long) least(vote -> vote.seen().changes()),
                (long) most(vote -> vote.seen().changes()));
            assertThat(cell.torn()).isBetween((long) least(vote -> vote.seen().torn()),
                (long) most(vote -> vote.seen().torn()));
            assertThat(cell.rate()).isBetween(least(vote -> vote.seen().rate()), most(vote -> vote.seen().rate()));
            Set<Vote> counted = all.stream().filter(cell::restsOn).collect(Collectors.toSet());
            assertThat(counted).as("%d: %s", i, cell.limits()).isNotEmpty();
            double slack = Math.max(USUAL, differences());
            assertThat(counted).as("%d: honest %s, liars %s", i, honest, liars).allSatisfy(vote ->
                assertThat(excess(vote)).isLessThanOrEqualTo(slack * (1 + 1e-9)));
            List<Vote> rows = honest.stream().filter(cell::restsOn).toList();
            rowsOfHonest += rows.size();
            honestVotes += honest.size();
            cellsWithoutHonest += rows.isEmpty() ? 1 : 0;
            Collections.shuffle(all, random);
            assertThat(cell(all)).isEqualTo(cell);
        }
        assertThat(rowsOfHonest).as("of %d", honestVotes).isGreaterThan(honestVotes * 2 / 3);
        assertThat(cellsWithoutHonest).isLessThan(CELLS / 200);
    }

    private static ArchivedCell cell(List<Vote> votes) {
        Ballot<Vote> ballot = new Ballot<>();
        votes.forEach(vote -> ballot.cast(vote, vote.fate(), true));
        Decision<Vote> decision = ballot.decision(Agreement.QUORUM, Fate.UNKNOWN);
        return ArchivedCell.of(KEY, decision).orElse(null);
    }

    private double most(ToDoubleFunction<Vote> number) {
        return honest.stream().mapToDouble(number).max().getAsDouble();
    }

    private double least(ToDoubleFunction<Vote> number) {
        return honest.stream().mapToDouble(number).min().getAsDouble();
    }

    /** Returns the largest factor by which a vote is outside of what honest accounts have. */
    private double excess(Vote vote) {
        return Math.max(
            Math.max(over(vote.seen().changes(), most(one -> one.seen().changes())),
                over(vote.seen().torn(), most(one -> one.seen().torn()))),
            Math.max(Math.max(over(vote.seen().rate(), most(one -> one.seen().rate())),
                    over(least(one -> one.seen().rate()), vote.seen().rate())),
                Math.cbrt(over(least(Vote::firstTornNanos), vote.firstTornNanos()))));
    }

    /** Returns the largest factor by which honest accounts differ. */
    private double differences() {
        return Math.max(
            Math.max(over(most(vote -> vote.seen().rate()), least(vote -> vote.seen().rate())),
                Math.cbrt(over(most(Vote::firstTornNanos), least(Vote::firstTornNanos)))),
            over(most(vote -> vote.seen().torn()), least(vote -> vote.seen().torn())));
    }

    private static double over(double number, double limit) {
        return number <= limit ? 1 : number / limit;
    }

    private void draw() {
        honest.clear();
        liars.clear();
        torn = random.nextBoolean();
        double rate = Math.exp(-9 * random.nextDouble());
        int voters = 3 + random.nextInt(5);
        int lying = random.nextInt((voters + 1) / 2);
        for (int i = 0; i < voters - lying; i++) {
            honest.add(honest(rate));
        }
        for (int i = 0; i < lying; i++) {
            liars.add(lie(Lie.values()[random.nextInt(Lie.values().length)]));
        }
    }

    private Vote honest(double rate) {
        // Profiles of 20 ms to 2 s; the rate varies by host and hour, and the first tear comes at any time.
        long changes = Math.round(1e5 * Math.exp(5 * random.nextDouble()));
        if (!torn) {
            return new Vote(random.nextBoolean(), Verdict.NOT_SEEN, new Seen(changes, 0), Long.MAX_VALUE);
        }
        long tears = Math.max(1, Math.round(changes * Math.min(1, rate * Math.exp(random.nextGaussian() / 3))));
        return new Vote(false, Verdict.TORN, new Seen(changes, tears),
            1 + Math.round(-1e6 * Math.log(random.nextDouble()) / rate));
    }

    private Vote lie(Lie lie) {
        Vote one = honest.get(random.nextInt(honest.size()));
        Vote other = honest.get(random.nextInt(honest.size()));
        Seen seen = one.seen();
        return switch (lie) {
            case HUGE -> with(one, Counts.MOST, Math.round(Counts.MOST * seen.rate()), one.firstTornNanos());
            case TINY -> with(one, Math.min(seen.changes(), 10_000), 1, one.firstTornNanos());
            case RARE -> with(one, seen.changes(), 1, Long.MAX_VALUE);
            case AT_ONCE -> with(one, seen.changes(), seen.torn(), 1);
            case NEVER -> with(one, seen.changes(), seen.torn(), Long.MAX_VALUE);
            case OPPOSITE -> torn
                ? new Vote(true, Verdict.NOT_SEEN, new Seen(Counts.MOST, 0), Long.MAX_VALUE)
                : new Vote(false, Verdict.TORN, seen, 1);
            case UNSURE -> new Vote(false, Verdict.INCONCLUSIVE, Seen.NOTHING, Long.MAX_VALUE);
            case COPY -> one;
            case JUST_INSIDE -> with(one, (long) (seen.changes() * 1.99), (long) (seen.torn() * 1.99),
                one.firstTornNanos() / 2 + 1);
            case BETWEEN -> with(one, (seen.changes() + other.seen().changes()) / 2,
                Math.min(seen.torn(), other.seen().torn()), Math.max(one.firstTornNanos(), other.firstTornNanos()));
        };
    }

    /** Returns a lie with the verdict of an honest account. */
    private Vote with(Vote one, long changes, long tears, long nanos) {
        if (!torn) {
            return new Vote(true, one.verdict(), new Seen(changes, 0), Long.MAX_VALUE);
        }
        return new Vote(false, one.verdict(), new Seen(Math.max(changes, tears), tears), nanos);
    }
}
