// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.tearline.archive.Ballot.Decision;
import org.tearline.archive.Claim.Difference;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Tested;
import org.tearline.verdict.Granules;

/**
 * Computes the granules that most accounts agree on, and how a claim differs from them.
 *
 * @param accounts the granules of each account
 */
record Agreement(Collection<Granules> accounts, DesignPromise promise) {
    /** The least number of accounts that agree. */
    static final int QUORUM = 2;
    private static final List<PairKind> WITH_GRANULE = List.of(PairKind.STORE, PairKind.LOAD, PairKind.PAIR);

    /**
     * Returns the granules that follow from the boundaries on which accounts agree. One account alone can neither add
     * nor remove a boundary, and its counts matter only if others have as many.
     */
    Granules granules() {
        Map<Tested, Granule> agreed = new HashMap<>();
        for (PairKind kind : PairKind.values()) {
            for (Width width : Width.values()) {
                List<Sum> sums = agreedSums(kind, width);
                if (!sums.isEmpty()) {
                    agreed.put(new Tested(kind, width), Granule.of(sums));
                }
            }
        }
        Fate locked = locked().decision(QUORUM, Fate.UNKNOWN).votes().stream()
            .findFirst()
            .map(Granules::locked)
            .orElse(Fate.UNKNOWN);
        return new Granules(agreed, locked);
    }

    private List<Sum> agreedSums(PairKind kind, Width width) {
        List<Sum> sums = new ArrayList<>();
        ballots(kind, width).forEach((boundary, ballot) -> {
            Decision<Sum> decision = ballot.decision(QUORUM, Fate.UNKNOWN);
            if (decision.agreed()) {
                sums.add(new Sum(boundary, decision.supported(Sum::changes),
                    decision.supported(Sum::torn), decision.supported(Sum::silent),
                    decision.supported(Sum::expected), decision.supported(Sum::lowNew),
                    decision.supported(Sum::highNew)));
            }
        });
        return sums;
    }

    /** Returns the votes by boundary, without tears that contradict the vendor's promise. */
    private SortedMap<Integer, Ballot<Sum>> ballots(PairKind kind, Width width) {
        SortedMap<Integer, Ballot<Sum>> ballots = new TreeMap<>();
        for (Granules account : accounts) {
            for (Sum sum : account.of(kind, width).sums()) {
                ballots.computeIfAbsent(sum.boundary(), key -> new Ballot<>())
                    .cast(sum, fate(sum), !promise.refutes(kind, width, sum.boundary()));
            }
        }
        return ballots;
    }

    private static Fate fate(Sum sum) {
        if (sum.isWhole()) {
            return Fate.WHOLE;
        }
        if (sum.torn() == 0) {
            return Fate.UNKNOWN;
        }
        return Fate.TORN;
    }

    /** Returns the votes on locked instructions, of those accounts that tried them. */
    private Ballot<Granules> locked() {
        Ballot<Granules> ballot = new Ballot<>();
        accounts.stream()
            .filter(account -> account.locked() != Fate.UNKNOWN)
            .forEach(account -> ballot.cast(account, account.locked(), !promise.locked()));
        return ballot;
    }

    /** Returns the votes of an account that others contradict without enough votes on either side. */
    List<Difference> undecided(Granules account) {
        List<Difference> all = new ArrayList<>();
        for (PairKind kind : WITH_GRANULE) {
            for (Width width : Width.values()) {
                List<Sum> own = account.of(kind, width).sums();
                ballots(kind, width).tailMap(Geometry.OWN_MIDDLE + 1).values().stream()
                    .flatMap(ballot -> contradicting(ballot).stream())
                    .filter(own::contains)
                    .findFirst()
                    .ifPresent(sum -> all.add(Difference.undecided(kind, width, sum)));
            }
        }
        Ballot<Granules> locked = locked();
        if (account.locked() == Fate.WHOLE && !locked.torn().isEmpty()
            && !locked.decision(QUORUM, Fate.UNKNOWN).agreed()) {
            all.add(new Difference(PairKind.LOCKED, Width.LONG, Fate.WHOLE, 0, 0));
        }
        return all;
    }

    /** Returns the votes that contradict each other if nothing is agreed; few changes contradict no tear. */
    private static List<Sum> contradicting(Ballot<Sum> ballot) {
        double rate = ballot.torn().stream().mapToDouble(sum -> sum.seen().rate()).min().orElse(0);
        List<Sum> silent = ballot.silent().stream().filter(sum -> sum.denies(rate)).toList();
        if (ballot.torn().isEmpty() || silent.isEmpty() || ballot.decision(QUORUM, Fate.UNKNOWN).agreed()) {
            return List.of();
        }
        return Stream.concat(ballot.torn().stream(), silent.stream()).toList();
    }

    /** Returns the contradictions between a claim and the agreed or promised granules. */
    List<Difference> differences(Granules agreed, Granules claim) {
        List<Difference> all = new ArrayList<>();
        for (PairKind kind : WITH_GRANULE) {
            for (Width width : Width.values()) {
                Granule claimed = claim.of(kind, width);
                Granule known = agreed.deciding(kind, width);
                // The promise counts as far as the agreed tears do not refute it.
                int whole = Math.max(known.atLeast(), Math.min(known.atMost(), promise.promisedBytes(width)));
                if (claimed.atMost() < whole) {
                    all.add(new Difference(kind, width, Fate.TORN, claimed.atMost(), whole));
                } else if (claimed.atLeast() > known.atMost()) {
                    all.add(new Difference(kind, width, Fate.WHOLE, claimed.atLeast(), known.atMost()));
                }
            }
        }
        if (claim.locked() == Fate.TORN && agreed.locked() != Fate.TORN) {
            // Locked instructions have no granule, hence no bounds.
            all.add(new Difference(PairKind.LOCKED, Width.LONG, Fate.TORN, 0, 0));
        }
        return all;
    }
}
