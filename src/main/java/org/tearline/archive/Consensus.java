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
import org.tearline.archive.Claim.Difference;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.ResultFile;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.AccessRules;
import org.tearline.verdict.Granules;

/** Makes a design from what its submitters report. Not thread-safe. */
final class Consensus {
    private final CpuIdentity group;
    private final AccessRules rules;
    private final Standing standing;
    private final SortedMap<Submitter, SubmitterSum> submitters;
    /** The sums of the submitters whose files decide the numbers. */
    private final List<SubmitterSum> counted;
    private final int quorum;
    private final CpuTraits traits;
    private final Agreement agreement;
    private final Granules agreed;

    Consensus(CpuIdentity group, Standing standing, SortedMap<Submitter, SubmitterSum> submitters) {
        this.group = group;
        rules = group.rules();
        this.standing = standing;
        this.submitters = submitters;
        counted = submitters.keySet().stream().filter(standing::counts).map(submitters::get).toList();
        quorum = Math.min(Agreement.QUORUM, counted.size());
        traits = new CpuTraits(rules.architecture(), group.vendor(), group.family(),
            confirmed(SubmitterSum::features));
        agreement = new Agreement(counted.stream().map(SubmitterSum::granules).toList(),
            DesignPromise.of(group, traits));
        agreed = switch (standing) {
            case PROJECT -> counted.get(0).granules();
            case TWO_HANDLES -> agreement.granules();
            case UNCONFIRMED -> Granules.of(List.of());
        };
    }

    CpuDesign design(String id, List<ResultFile> jcstress) {
        SortedSet<String> keys = new TreeSet<>();
        described().forEach(sum -> sum.files().forEach(file -> keys.add(file.key())));
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
            agreeing().stream().flatMap(sum -> sum.files().stream()).sorted(CpuFile.NEWEST_FIRST).toList(),
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
        List<SubmitterSum> agreeing = counted.stream()
            .filter(sum -> agreement.differences(agreed, sum.granules()).isEmpty())
            .toList();
        if (agreeing.size() < quorum) {
            return counted;
        }
        return agreeing;
    }

    /** Returns the facts that a quorum reports. */
    private <T> Set<T> confirmed(Function<SubmitterSum, Set<T>> facts) {
        List<T> reported = counted.stream().flatMap(sum -> facts.apply(sum).stream()).toList();
        return reported.stream()
            .filter(fact -> Collections.frequency(reported, fact) >= quorum)
            .collect(Collectors.toSet());
    }

    /** Returns the cells that the counted submitters agree on. */
    private Map<CellKey, ArchivedCell> cells() {
        Map<CellKey, Ballot<Vote>> ballots = new TreeMap<>(CellKey.ORDER);
        // Only the project's files can contradict the vendor's promise.
        counted.forEach(sum -> sum.cells().forEach((key, vote) ->
            ballots.computeIfAbsent(key, absent -> new Ballot<>()).cast(vote, vote.fate(),
                standing == Standing.PROJECT || !agreement.promise().covers(key, rules))));
        Map<CellKey, ArchivedCell> cells = new LinkedHashMap<>();
        ballots.forEach((key, ballot) -> ArchivedCell.of(key, ballot.decision(quorum, key.fate(agreed, rules)))
            .ifPresent(cell -> cells.put(key, cell)));
        return cells;
    }

    /** Returns what does not count: the numbers of submitters who cannot decide, or who contradict what is agreed. */
    private List<Claim> claims(Map<CellKey, ArchivedCell> cells) {
        Map<Submitter, List<Difference>> differences = new HashMap<>();
        // How many handles contradict the same number.
        Map<Difference, Integer> disputants = new HashMap<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = agreement.differences(agreed, sum.granules());
            if (standing == Standing.TWO_HANDLES && submitter.isHandle()) {
                own.addAll(agreement.undecided(sum.granules()));
            }
            differences.put(submitter, own);
            if (submitter.isHandle()) {
                own.stream()
                    .map(Difference::disputed)
                    .distinct()
                    .forEach(disputed -> disputants.merge(disputed, 1, Integer::sum));
            }
        });
        List<Claim> claims = new ArrayList<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = differences.get(submitter);
            int outvoted = sum.outvoted(cells, agreed, rules);
            // The numbers of a single counted submitter are the agreed ones; only those for different widths can
            // contradict each other.
            boolean dissents = counted.size() > 1 && (!own.isEmpty() || outvoted > 0);
            if (!standing.counts(submitter) || dissents) {
                int disputing = own.stream()
                    .mapToInt(difference -> disputants.getOrDefault(difference.disputed(), 0))
                    .max()
                    .orElse(0);
                claims.add(new Claim(submitter, sum.files().stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                    sum.granules(), List.copyOf(own), disputing, outvoted));
            }
        });
        return List.copyOf(claims);
    }
}
