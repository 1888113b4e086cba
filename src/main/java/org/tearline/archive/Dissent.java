// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.tearline.archive.Claim.Difference;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.trial.AccessRules;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;

/**
 * How submitters differ from what is agreed on, or from each other.
 *
 * @param granules the agreed numbers
 * @param cells    the agreed cells
 */
record Dissent(Standing standing, Agreement agreement, Granules granules, Map<CellKey, ArchivedCell> cells,
               AccessRules rules) {
    /** Returns the results that differ from the agreed numbers or are not part of them, by submitter. */
    List<Claim> claims(SortedMap<Submitter, SubmitterSum> submitters) {
        Map<Submitter, List<Difference>> differences = new HashMap<>();
        submitters.forEach((submitter, sum) -> differences.put(submitter, differences(submitter, sum.granules())));
        Map<Difference, Integer> handles = handles(differences);
        List<Claim> claims = new ArrayList<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = differences.get(submitter);
            int outvoted = outvoted(sum);
            // The project's numbers are the agreed ones; only those for different widths can contradict each other.
            boolean dissents = !submitter.equals(Submitter.PROJECT) && (!own.isEmpty() || outvoted > 0);
            if (!standing.counts(submitter) || dissents) {
                int disputing = own.stream()
                    .mapToInt(difference -> handles.getOrDefault(difference.disputed(), 0))
                    .max()
                    .orElse(0);
                claims.add(new Claim(submitter, SubmitterSum.newestFirst(List.of(sum)), sum.granules(), own, disputing,
                    outvoted));
            }
        });
        return List.copyOf(claims);
    }

    private List<Difference> differences(Submitter submitter, Granules own) {
        List<Difference> all = agreement.differences(granules, own);
        if (standing == Standing.TWO_HANDLES && submitter.isHandle()) {
            all.addAll(agreement.undecided(own));
        }
        return List.copyOf(all);
    }

    /** Returns the number of handles that share each difference. */
    private static Map<Difference, Integer> handles(Map<Submitter, List<Difference>> differences) {
        Map<Difference, Integer> handles = new HashMap<>();
        differences.forEach((submitter, own) -> {
            if (submitter.isHandle()) {
                own.stream()
                    .map(Difference::disputed)
                    .distinct()
                    .forEach(disputed -> handles.merge(disputed, 1, Integer::sum));
            }
        });
        return handles;
    }

    /** Returns the number of a submitter's cells that contradict the agreed ones. */
    private int outvoted(SubmitterSum sum) {
        return (int) sum.cells().entrySet().stream()
            .filter(vote -> contradicts(sum.granules(), vote.getValue(), cells.get(vote.getKey())))
            .count();
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
        return vote.torn() && cell.key().fate(granules, rules) != Fate.TORN;
    }

    /** Whether a negative result contradicts tears: in the cell, or in all that cross the same boundary. */
    private boolean denies(Granules own, Vote vote, ArchivedCell torn) {
        CellKey key = torn.key();
        return vote.strong() || Granule.expects(vote.seen(), torn.rate()) || key.crossing(own, rules)
            .filter(silent -> silent.torn() == 0
                && Granule.expects(silent, key.crossing(granules, rules).orElseThrow().rate()))
            .isPresent();
    }
}
