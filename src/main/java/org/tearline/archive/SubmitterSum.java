// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.tearline.archive.Ballot.Decision;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.ArchivedCell.Limits;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.file.Cell;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.trial.AccessRules;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Sums;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Spread;
import org.tearline.verdict.Verdict;

/**
 * The sum of a submitter's sweeps of a design. Not thread-safe.
 *
 * @param brands   the brand strings of the CPUs
 * @param features those that any of the CPUs has
 * @param cells    empty for claims, which are shown without their cells
 */
record SubmitterSum(Sums sums, List<CpuFile> files, Set<String> brands, Set<CpuFeature> features,
                    Map<CellKey, Vote> cells) {
    SubmitterSum() {
        this(new Sums(), new ArrayList<>(), new HashSet<>(), new HashSet<>(), new HashMap<>());
    }

    /**
     * What the files of one submitter say about a cell.
     *
     * @param firstTornNanos the shortest time until the first tear; the largest number if none is known
     */
    record Vote(boolean strong, Verdict verdict, Seen seen, long firstTornNanos) {
        /** Puts torn first, then not seen, then the verdicts without an answer in reverse order of {@link Verdict}. */
        static final Comparator<Verdict> BY_WEIGHT = Comparator.comparing((Verdict verdict) ->
            verdict != Verdict.TORN).thenComparing(verdict -> verdict != Verdict.NOT_SEEN)
            .thenComparing(Comparator.reverseOrder());

        private static Vote of(Cell cell) {
            return new Vote(cell.strong(), cell.state(), cell.seen(),
                Objects.requireNonNullElse(cell.firstTornNanos(), Long.MAX_VALUE));
        }

        /** Adds another file. */
        private Vote plus(Vote other) {
            return new Vote(strong || other.strong, Collections.min(List.of(verdict, other.verdict), BY_WEIGHT),
                seen.plus(other.seen), Math.min(firstTornNanos, other.firstTornNanos));
        }

        /** Returns the cell that a quorum agrees on. */
        static ArchivedCell cell(CellKey key, Decision<Vote> decision) {
            boolean strong = decision.votes().stream().filter(Vote::strong).count() >= decision.least();
            Seen seen = new Seen(decision.supported(vote -> vote.seen().changes()),
                decision.supported(vote -> vote.seen().torn()));
            Seen most = new Seen(decision.largest(vote -> vote.seen().changes()),
                decision.largest(vote -> vote.seen().torn()));
            Limits limits = new Limits(most, decision.largest(vote -> vote.seen().rate()),
                decision.smallest(Vote::firstTornNanos), 1).leaving(decision.votes(), decision.least());
            double rate = Spread.of(decision.votes().stream().map(vote -> vote.seen().rate()).toList()).median();
            return new ArchivedCell(key, strong, decision.supported(Vote::verdict, BY_WEIGHT), seen, limits, rate);
        }

        boolean torn() {
            return verdict == Verdict.TORN;
        }

        Fate fate() {
            return switch (verdict) {
                case NOT_SEEN -> Fate.WHOLE;
                case TORN -> Fate.TORN;
                default -> Fate.UNKNOWN;
            };
        }
    }

    Granules granules() {
        return sums.granules();
    }

    void add(CpuFile listed, ResultFile file) {
        files.add(listed);
        CpuModel cpu = file.environment().cpu();
        if (cpu.brand() != null) {
            brands.add(cpu.brand());
        }
        if (cpu.features() != null) {
            features.addAll(cpu.features());
        }
        FileGranules.tried(file).forEach(sums::add);
    }

    /** @param interned the keys of all cells, because there are many cells per key */
    void addCells(ResultFile file, Map<CellKey, CellKey> interned) {
        AccessRules rules = file.rules();
        file.cells().forEach(cell -> cells.merge(interned.computeIfAbsent(CellKey.of(cell, rules), same -> same),
            Vote.of(cell), Vote::plus));
    }
}
