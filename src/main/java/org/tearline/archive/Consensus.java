// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.archive.Agreement.DesignPromise;
import org.tearline.archive.Ballot.Decision;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.ArchivedCell.Limits;
import org.tearline.archive.CpuDesign.Claim;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.CpuDesign.Submitter;
import org.tearline.archive.SubmitterSum.Vote;
import org.tearline.file.ResultFile;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/** Makes a design from what its submitters report. Not thread-safe. */
final class Consensus {
    private final CpuIdentity group;
    private final Standing standing;
    private final SortedMap<Submitter, SubmitterSum> submitters;
    private final List<Submitter> counted;
    private final List<SubmitterSum> sums;
    private final int quorum;
    private final CpuTraits traits;
    private final DesignPromise promise;
    private final SortedMap<Submitter, Granules> reported = new TreeMap<>();
    private final Granules agreed;

    Consensus(CpuIdentity group, Standing standing, SortedMap<Submitter, SubmitterSum> submitters) {
        this.group = group;
        this.standing = standing;
        this.submitters = submitters;
        this.counted = counted(standing, submitters.keySet());
        this.sums = counted.stream().map(submitters::get).toList();
        this.quorum = Math.min(Agreement.QUORUM, sums.size());
        CpuTraits any = described().iterator().next().traits();
        this.traits = new CpuTraits(any.architecture(), any.vendor(), any.family(),
            confirmed(SubmitterSum::features));
        this.promise = promise();
        submitters.forEach((submitter, sum) -> reported.put(submitter, sum.granules()));
        this.agreed = switch (standing) {
            case PROJECT -> reported.get(Submitter.PROJECT);
            case TWO_HANDLES -> Agreement.among(countedGranules(), promise);
            case UNCONFIRMED -> Granules.of(List.of());
        };
    }

    /** Returns the submitters whose files decide the numbers. */
    static List<Submitter> counted(Standing standing, Collection<Submitter> submitters) {
        return switch (standing) {
            case PROJECT -> List.of(Submitter.PROJECT);
            case TWO_HANDLES -> submitters.stream().filter(Submitter::isHandle).toList();
            case UNCONFIRMED -> List.of();
        };
    }

    CpuDesign design(String id, Map<Submitter, List<ResultFile>> jcstress) {
        SortedSet<String> keys = new TreeSet<>();
        described().forEach(sum -> keys.addAll(sum.keys()));
        List<CpuFile> files = sums.stream().flatMap(sum -> sum.files().stream()).sorted(CpuFile.NEWEST_FIRST).toList();
        List<ArchivedCell> cells = cells();
        // Accounts do not vote on tests, so theirs are not shown.
        List<ResultFile> tests = List.of();
        if (standing == Standing.PROJECT) {
            tests = jcstress.getOrDefault(Submitter.PROJECT, List.of());
        }
        return new CpuDesign(
            id,
            group.design(),
            traits.architecture(),
            group.geometry(),
            group.emulated(),
            keys,
            new TreeSet<>(confirmed(SubmitterSum::brands)),
            traits,
            standing,
            agreed,
            files,
            cells,
            claims(cells),
            Jcstress.of(agreed, tests));
    }

    /** Returns the sums that say what the CPU is: the claims if there are no agreed numbers. */
    private Collection<SubmitterSum> described() {
        if (sums.isEmpty()) {
            return submitters.values();
        }
        return sums;
    }

    private DesignPromise promise() {
        if (group.emulated()) {
            return DesignPromise.NONE;
        }
        return DesignPromise.of(traits, group.geometry());
    }

    private List<Granules> countedGranules() {
        return counted.stream().map(reported::get).toList();
    }

    /** Returns the facts that a quorum reports. */
    private <T> Set<T> confirmed(Function<SubmitterSum, Set<T>> facts) {
        Map<T, Integer> votes = new HashMap<>();
        sums.forEach(sum -> facts.apply(sum).forEach(fact -> votes.merge(fact, 1, Integer::sum)));
        return votes.keySet().stream()
            .filter(fact -> votes.get(fact) >= quorum)
            .collect(Collectors.toSet());
    }

    /** Returns the cells that the counted submitters agree on. */
    private List<ArchivedCell> cells() {
        Map<CellKey, Ballot<Vote>> ballots = new TreeMap<>(CellKey.ORDER);
        for (SubmitterSum sum : sums) {
            sum.cells().forEach((key, vote) -> cast(key, vote, ballots.computeIfAbsent(key, absent ->
                new Ballot<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()))));
        }
        List<ArchivedCell> cells = new ArrayList<>();
        ballots.forEach((key, ballot) -> {
            Decision<Vote> decision = ballot.decision(quorum, Agreement.fate(agreed, key, group.rules()));
            if (decision.agreed()) {
                cells.add(cell(key, decision));
            }
        });
        return List.copyOf(cells);
    }

    private void cast(CellKey key, Vote vote, Ballot<Vote> ballot) {
        // Only the project's files can contradict the vendor's promise.
        boolean mayTear = standing == Standing.PROJECT || !promise.covers(key, group.rules());
        if (vote.verdict() == Verdict.NOT_SEEN) {
            ballot.whole().add(vote);
        } else if (!vote.torn()) {
            ballot.unsure().add(vote);
        } else if (mayTear) {
            ballot.torn().add(vote);
        }
    }

    private static ArchivedCell cell(CellKey key, Decision<Vote> decision) {
        List<Vote> votes = decision.votes();
        boolean strong = votes.stream().filter(Vote::strong).count() >= decision.least();
        Verdict verdict = decision.supported(votes.stream().map(Vote::verdict).toList(), Vote.ANSWERS_FIRST);
        Seen seen = new Seen(decision.supported(vote -> vote.seen().changes()),
            decision.supported(vote -> vote.seen().torn()));
        Seen most = new Seen(decision.largest(vote -> vote.seen().changes()),
            decision.largest(vote -> vote.seen().torn()));
        Limits limits = new Limits(most, decision.largest(vote -> vote.seen().rate()),
            decision.smallest(Vote::firstTornNanos));
        double rate = decision.median(vote -> vote.seen().rate());
        return new ArchivedCell(key, strong, verdict, seen, limits, rate);
    }

    private List<Claim> claims(List<ArchivedCell> cells) {
        SortedMap<Submitter, List<Difference>> differences = new TreeMap<>();
        reported.forEach((submitter, granules) ->
            differences.put(submitter, Agreement.differences(agreed, promise, granules)));
        if (standing == Standing.TWO_HANDLES) {
            counted.forEach(submitter -> differences.get(submitter)
                .addAll(Agreement.undecided(countedGranules(), promise, reported.get(submitter))));
        }
        Map<Difference.Disputed, Integer> handles = new HashMap<>();
        differences.forEach((submitter, all) -> {
            if (submitter.isHandle()) {
                all.stream().map(Difference::disputed).distinct()
                    .forEach(disputed -> handles.merge(disputed, 1, Integer::sum));
            }
        });
        Map<CellKey, ArchivedCell> agreedCells = new HashMap<>();
        cells.forEach(cell -> agreedCells.put(cell.key(), cell));
        List<Claim> claims = new ArrayList<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = differences.get(submitter);
            int outvoted = outvoted(submitter, agreedCells);
            // The numbers of a single counted submitter are the agreed ones; only those for different widths can
            // contradict each other.
            boolean dissents = counted.size() > 1 && (!own.isEmpty() || outvoted > 0);
            if (!counted.contains(submitter) || dissents) {
                int disputing = own.stream()
                    .mapToInt(difference -> handles.getOrDefault(difference.disputed(), 0))
                    .max()
                    .orElse(0);
                claims.add(new Claim(submitter, sum.files().stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                    reported.get(submitter), List.copyOf(own), disputing, outvoted));
            }
        });
        return List.copyOf(claims);
    }

    /** Whether a submitter's negative result contradicts tears: in the cell, or in all that cross the same boundary. */
    private boolean denies(Submitter submitter, ArchivedCell torn) {
        CellKey key = torn.key();
        Vote vote = submitters.get(submitter).cells().get(key);
        if (vote.verdict() != Verdict.NOT_SEEN) {
            return false;
        }
        return vote.strong() || Granule.expects(vote.seen(), torn.rate()) || key.kind(group.rules())
            .filter(kind -> {
                Seen own = crossing(reported.get(submitter), kind, key);
                return own.torn() == 0 && Granule.expects(own, crossing(agreed, kind, key).rate());
            })
            .isPresent();
    }

    private Seen crossing(Granules granules, PairKind kind, CellKey key) {
        return granules.of(kind, key.trial().width()).seen(key.boundary(group.rules()));
    }

    /** Returns in how many cells a submitter contradicts what is agreed on. */
    private int outvoted(Submitter submitter, Map<CellKey, ArchivedCell> cells) {
        return (int) submitters.get(submitter).cells().keySet().stream()
            .map(cells::get)
            .filter(Objects::nonNull)
            .filter(cell -> contradicts(submitter, cell))
            .count();
    }

    private boolean contradicts(Submitter submitter, ArchivedCell cell) {
        if (cell.verdict() == Verdict.TORN) {
            return denies(submitter, cell);
        }
        // Tears may be rare, so one that nobody else saw contradicts nothing where the granules say torn.
        return submitters.get(submitter).cells().get(cell.key()).torn()
            && Agreement.fate(agreed, cell.key(), group.rules()) != Fate.TORN;
    }
}
