// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.trial.AccessRules;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Sums;
import org.tearline.verdict.Granules;

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

    /** Returns the number of cells that contradict the agreed ones. */
    int outvoted(Map<CellKey, ArchivedCell> others, Granules agreed, AccessRules rules) {
        return (int) cells.entrySet().stream()
            .filter(vote -> contradicts(vote.getValue(), others.get(vote.getKey()), agreed, rules))
            .count();
    }

    /** @param cell what is agreed on; null if nothing is */
    private boolean contradicts(Vote vote, ArchivedCell cell, Granules agreed, AccessRules rules) {
        if (cell == null) {
            return false;
        }
        if (cell.tore()) {
            return vote.fate() == Fate.WHOLE && denies(vote, cell, agreed, rules);
        }
        // Tears may be rare, so one that nobody else saw contradicts nothing where the granules say torn.
        return vote.torn() && cell.key().fate(agreed, rules) != Fate.TORN;
    }

    /** Whether a negative result contradicts tears: in the cell, or in all that cross the same boundary. */
    private boolean denies(Vote vote, ArchivedCell torn, Granules agreed, AccessRules rules) {
        CellKey key = torn.key();
        return vote.strong() || Granule.expects(vote.seen(), torn.rate()) || key.crossing(granules(), rules)
            .filter(silent -> silent.torn() == 0
                && Granule.expects(silent, key.crossing(agreed, rules).orElseThrow().rate()))
            .isPresent();
    }
}
