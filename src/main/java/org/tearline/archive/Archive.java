// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.FileRows.CellRow;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile;
import org.tearline.trial.AccessRules;

/**
 * Adds up result files by CPU design and submitter. Of sweeps, which are most of the files, keeps only the sums. A
 * number is confirmed by the project's own files or by files from two accounts. All other results are only listed as
 * claims. The order of the files does not matter. Not thread-safe.
 */
public final class Archive {
    private final Map<CpuIdentity, SortedMap<Submitter, SubmitterSum>> groups =
        new TreeMap<>(CpuIdentity.ORDER);
    /** Interns the keys, because there are many cells per key. */
    private final Map<CellKey, CellKey> keys = new HashMap<>();
    /** The project's files. Accounts do not vote on tests, so theirs are not shown. */
    private final Map<CpuIdentity, List<ResultFile>> jcstress = new HashMap<>();
    private final Set<String> runIds = new HashSet<>();
    /** Caches the designs; empty before the first call of {@link #designs()} and after a file was added. */
    private final Map<CpuIdentity, CpuDesign> designs = new LinkedHashMap<>();

    /** Returns an archive of one file that counts as the project's own. */
    public static Archive of(ResultFile file, String name) {
        Archive archive = new Archive();
        archive.add(name, Submitter.PROJECT, file);
        return archive;
    }

    /** Adds a file, unless one from the same run was added before. */
    public void add(String path, Submitter submitter, ResultFile file) {
        if (!runIds.add(file.runId())) {
            return;
        }
        designs.clear();
        CpuIdentity group = CpuIdentity.of(file.environment());
        boolean own = submitter.equals(Submitter.PROJECT);
        if (file.kind() == Kind.JCSTRESS) {
            if (own) {
                jcstress.computeIfAbsent(group, key -> new ArrayList<>()).add(file);
            }
            return;
        }
        SortedMap<Submitter, SubmitterSum> submitters = groups.computeIfAbsent(group,
            key -> new TreeMap<>(Comparator.comparing(Submitter::name)));
        SubmitterSum sum = submitters.computeIfAbsent(submitter, key -> new SubmitterSum());
        sum.add(CpuFile.of(path, submitter, file), file);
        if (own || submitter.isHandle() && !submitters.containsKey(Submitter.PROJECT)) {
            sum.addCells(file, keys);
        }
        if (own) {
            // Claims are shown without their cells.
            submitters.values().stream()
                .filter(other -> other != sum)
                .forEach(claims -> claims.cells().clear());
        }
    }

    public int files() {
        return runIds.size();
    }

    /** Returns the number of files that the agreed numbers are based on. */
    public int deciding() {
        return designs().stream().mapToInt(design -> design.files().size()).sum();
    }

    /**
     * Returns the designs in the order of {@link Standing}: the project's first, then the confirmed ones, then the
     * others. Emulated ones come last.
     */
    public List<CpuDesign> designs() {
        if (designs.isEmpty()) {
            Set<String> ids = new HashSet<>();
            groups.keySet().stream()
                .sorted(Comparator.comparing(this::standing))
                .forEach(group -> designs.put(group, new Consensus(group, standing(group), groups.get(group))
                    .design(unused(group.id(), ids), jcstress.getOrDefault(group, List.of()))));
        }
        return designs.values().stream()
            .sorted(Comparator.comparing(CpuDesign::emulated))
            .toList();
    }

    /** Returns the designs that the project has measured without an emulator. */
    public List<CpuDesign> ofProject() {
        return designs().stream()
            .filter(design -> design.standing() == Standing.PROJECT && !design.emulated())
            .toList();
    }

    /** Returns a different id for every group. A later group cannot take the id of an earlier one. */
    private static String unused(String id, Set<String> taken) {
        String unused = id;
        int number = 1;
        while (!taken.add(unused)) {
            number++;
            // Only this suffix and the prefix of unnamed designs contain a dot.
            unused = id + "." + number;
        }
        return unused;
    }

    /**
     * Handles cannot confirm a group if the project measured the same CPU with another line or page size, or if their
     * accesses are not known to be single instructions.
     */
    private Standing standing(CpuIdentity group) {
        if (groups.get(group).containsKey(Submitter.PROJECT)) {
            return Standing.PROJECT;
        }
        long handles = groups.get(group).entrySet().stream()
            .filter(one -> one.getKey().isHandle() && !one.getValue().sums().isEmpty())
            .count();
        boolean measured = groups.keySet().stream().anyMatch(other -> other.sameCpu(group)
            && groups.get(other).containsKey(Submitter.PROJECT));
        if (handles >= Agreement.QUORUM && !measured) {
            return Standing.TWO_HANDLES;
        }
        return Standing.UNCONFIRMED;
    }

    /**
     * Returns what a file says, and which of it counts. The file must have been added before.
     *
     * @param path the path below the results folder
     */
    public FileRows rows(String path, Submitter submitter, ResultFile file) {
        CpuIdentity group = CpuIdentity.of(file.environment());
        designs();
        CpuDesign design = designs.get(group);
        boolean counted = design != null && design.standing().counts(submitter)
            && (file.kind() == Kind.SWEEP || design.standing() == Standing.PROJECT);
        AccessRules rules = file.rules();
        List<CellRow> rows = file.cells()
            .map(cell -> {
                CellKey key = CellKey.of(cell, rules);
                return new CellRow(key, cell, counted && decides(design, groups.get(group).get(submitter), key));
            })
            .toList();
        return new FileRows(CpuFile.of(path, submitter, file), file, group.design(), design, counted, group.rules(),
            rows);
    }

    /** Whether a counted submitter's vote on a cell is on the agreed side, with counts that others support. */
    private static boolean decides(CpuDesign design, SubmitterSum submitter, CellKey key) {
        if (design.standing() == Standing.PROJECT) {
            return true;
        }
        ArchivedCell agreed = design.cells().get(key);
        return agreed != null && agreed.restsOn(submitter.cells().get(key));
    }
}
