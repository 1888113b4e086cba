// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.archive.Ballot.Decision;
import org.tearline.archive.Claim.Difference;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.ResultFile;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.AccessRules;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;

/** Makes a design from what its submitters report. Not thread-safe. */
final class Consensus {
    private final CpuIdentity group;
    private final AccessRules rules;
    private final Standing standing;
    private final SortedMap<Submitter, SubmitterSum> submitters;
    /** The submitters whose files decide the numbers. */
    private final SortedMap<Submitter, SubmitterSum> counted;
    private final int quorum;
    private final CpuTraits traits;
    private final Agreement agreement;
    private final Granules agreed;

    Consensus(CpuIdentity group, Standing standing, SortedMap<Submitter, SubmitterSum> submitters) {
        this.group = group;
        this.rules = group.rules();
        this.standing = standing;
        this.submitters = submitters;
        this.counted = new TreeMap<>(submitters);
        counted.keySet().removeIf(submitter -> !standing.counts(submitter));
        this.quorum = Math.min(Agreement.QUORUM, counted.size());
        this.traits = new CpuTraits(rules.architecture(), group.vendor(), group.family(),
            confirmed(SubmitterSum::features));
        this.agreement = new Agreement(counted.values().stream().map(SubmitterSum::granules).toList(), promise());
        this.agreed = switch (standing) {
            case PROJECT -> counted.get(Submitter.PROJECT).granules();
            case TWO_HANDLES -> agreement.granules();
            case UNCONFIRMED -> Granules.of(List.of());
        };
    }

    CpuDesign design(String id, List<ResultFile> jcstress) {
        SortedSet<String> keys = new TreeSet<>();
        described().forEach(sum -> sum.files().forEach(file -> keys.add(file.key())));
        List<CpuFile> files = agreeing().stream()
            .flatMap(sum -> sum.files().stream())
            .sorted(CpuFile.NEWEST_FIRST)
            .toList();
        Map<CellKey, ArchivedCell> cells = cells();
        List<ResultFile> tests = List.of();
        if (standing == Standing.PROJECT) {
            tests = jcstress;
        }
        return new CpuDesign(
            id,
            group.design(),
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
        if (counted.isEmpty()) {
            return submitters.values();
        }
        return agreeing();
    }

    /** Returns the sums of the counted submitters, without those that are outvoted, unless too few are left. */
    private Collection<SubmitterSum> agreeing() {
        List<SubmitterSum> agreeing = counted.values().stream()
            .filter(sum -> agreement.differences(agreed, sum.granules()).isEmpty())
            .toList();
        if (agreeing.size() < quorum) {
            return counted.values();
        }
        return agreeing;
    }

    private DesignPromise promise() {
        if (group.emulated()) {
            return DesignPromise.NONE;
        }
        return DesignPromise.of(traits, group.geometry());
    }

    /** Returns the facts that a quorum reports. */
    private <T> Set<T> confirmed(Function<SubmitterSum, Set<T>> facts) {
        List<T> reported = counted.values().stream().flatMap(sum -> facts.apply(sum).stream()).toList();
        return reported.stream()
            .filter(fact -> Collections.frequency(reported, fact) >= quorum)
            .collect(Collectors.toSet());
    }

    /** Returns the cells that the counted submitters agree on. */
    private Map<CellKey, ArchivedCell> cells() {
        Map<CellKey, Ballot<Vote>> ballots = new TreeMap<>(CellKey.ORDER);
        // Only the project's files can contradict the vendor's promise.
        counted.values().forEach(sum -> sum.cells().forEach((key, vote) ->
            ballots.computeIfAbsent(key, absent -> new Ballot<>()).cast(vote, vote.fate(),
                standing == Standing.PROJECT || !agreement.promise().covers(key, rules))));
        Map<CellKey, ArchivedCell> cells = new LinkedHashMap<>();
        ballots.forEach((key, ballot) -> {
            Decision<Vote> decision = ballot.decision(quorum, key.fate(agreed, rules));
            if (decision.agreed()) {
                cells.put(key, ArchivedCell.of(key, decision));
            }
        });
        return cells;
    }

    private List<Claim> claims(Map<CellKey, ArchivedCell> cells) {
        Map<Submitter, List<Difference>> differences = new HashMap<>();
        Map<Difference, Integer> handles = new HashMap<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = agreement.differences(agreed, sum.granules());
            if (standing == Standing.TWO_HANDLES && counted.containsKey(submitter)) {
                own.addAll(agreement.undecided(sum.granules()));
            }
            differences.put(submitter, own);
            if (submitter.isHandle()) {
                own.stream()
                    .map(Difference::disputed)
                    .distinct()
                    .forEach(disputed -> handles.merge(disputed, 1, Integer::sum));
            }
        });
        List<Claim> claims = new ArrayList<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = differences.get(submitter);
            Granules granules = sum.granules();
            int outvoted = (int) sum.cells().entrySet().stream()
                .filter(vote -> contradicts(granules, vote.getValue(), cells.get(vote.getKey())))
                .count();
            // The numbers of a single counted submitter are the agreed ones; only those for different widths can
            // contradict each other.
            boolean dissents = counted.size() > 1 && (!own.isEmpty() || outvoted > 0);
            if (!counted.containsKey(submitter) || dissents) {
                int disputing = own.stream()
                    .mapToInt(difference -> handles.getOrDefault(difference.disputed(), 0))
                    .max()
                    .orElse(0);
                claims.add(new Claim(submitter, sum.files().stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                    granules, List.copyOf(own), disputing, outvoted));
            }
        });
        return List.copyOf(claims);
    }

    /** @param cell what is agreed on; null if nothing is */
    private boolean contradicts(Granules own, Vote vote, ArchivedCell cell) {
        if (cell == null) {
            return false;
        }
        if (cell.tore()) {
            return vote.fate() == Fate.WHOLE && denies(own, vote, cell);
        }
        // Tears may be rare, so one that nobody else saw contradicts nothing where the granules say torn.
        return vote.torn() && cell.key().fate(agreed, rules) != Fate.TORN;
    }

    /** Whether a negative result contradicts tears: in the cell, or in all that cross the same boundary. */
    private boolean denies(Granules own, Vote vote, ArchivedCell torn) {
        CellKey key = torn.key();
        return vote.strong() || Granule.expects(vote.seen(), torn.rate()) || key.kind(rules)
            .filter(kind -> {
                Seen silent = crossing(own, kind, key);
                return silent.torn() == 0 && Granule.expects(silent, crossing(agreed, kind, key).rate());
            })
            .isPresent();
    }

    private Seen crossing(Granules granules, PairKind kind, CellKey key) {
        return granules.of(kind, key.trial().width()).seen(key.boundary(rules));
    }
}
