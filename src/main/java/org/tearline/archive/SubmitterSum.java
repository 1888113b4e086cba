// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.promise.CpuTraits;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/** The sum of a submitter's sweeps of a design. Not thread-safe. */
final class SubmitterSum {
    private final Granules.Sums sums = new Granules.Sums();
    private final List<CpuFile> files = new ArrayList<>();
    private final SortedSet<String> keys = new TreeSet<>();
    private final SortedSet<String> brands = new TreeSet<>();
    private final Map<CellKey, Vote> cells = new HashMap<>();
    private CpuTraits traits;

    /**
     * What the files of one submitter say about a cell.
     *
     * @param firstTornNanos the shortest time until the first tear; the largest number if none is known
     */
    record Vote(boolean strong, Verdict verdict, Seen seen, long firstTornNanos) {
        /** Puts torn first, then not seen, then what is least of all an answer. */
        static final Comparator<Verdict> ANSWERS_FIRST = Comparator.comparing((Verdict verdict) ->
            verdict != Verdict.TORN).thenComparing(verdict -> verdict != Verdict.NOT_SEEN)
            .thenComparing(Comparator.reverseOrder());

        private static Vote of(FileCell cell) {
            Long first = cell.firstTornNanos();
            return new Vote(cell.strong(), cell.state(), cell.seen(),
                Objects.requireNonNullElse(first, Long.MAX_VALUE));
        }

        /** Adds another file. */
        private Vote plus(Vote other) {
            return new Vote(strong || other.strong, Collections.min(List.of(verdict, other.verdict), ANSWERS_FIRST),
                seen.plus(other.seen), Math.min(firstTornNanos, other.firstTornNanos));
        }

        boolean torn() {
            return verdict == Verdict.TORN;
        }
    }

    void add(CpuFile listed, ResultFile file) {
        files.add(listed);
        CpuModel cpu = file.environment().cpu();
        keys.add(cpu.key());
        if (cpu.brand() != null) {
            brands.add(cpu.brand());
        }
        CpuTraits reported = file.environment().traits();
        if (traits == null) {
            traits = reported;
        }
        traits = traits.with(reported.features());
        FileGranules.tried(file).forEach(sums::add);
    }

    /** @param interned the keys of all cells, because there are many cells per key */
    void addCells(ResultFile file, Map<CellKey, CellKey> interned) {
        for (FileCell cell : FileCell.of(file)) {
            cells.merge(interned.computeIfAbsent(cell.key(), same -> same), Vote.of(cell), Vote::plus);
        }
    }

    /** Forgets the cells, which take up most of the memory. */
    void dropCells() {
        cells.clear();
    }

    Granules granules() {
        return sums.granules();
    }

    List<CpuFile> files() {
        return files;
    }

    Set<String> keys() {
        return keys;
    }

    Set<String> brands() {
        return brands;
    }

    Map<CellKey, Vote> cells() {
        return cells;
    }

    CpuTraits traits() {
        return traits;
    }

    Set<CpuFeature> features() {
        if (traits.features() == null) {
            return Set.of();
        }
        return traits.features();
    }
}
