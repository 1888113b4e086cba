// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.trial.AccessRules;
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

    /** Returns the files of several submitters, newest first. */
    static List<CpuFile> newestFirst(Collection<SubmitterSum> sums) {
        return sums.stream()
            .flatMap(sum -> sum.files.stream())
            .sorted(CpuFile.NEWEST_FIRST)
            .toList();
    }
}
