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
import java.util.stream.Collectors;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.CpuDesign.Submitter;
import org.tearline.archive.SubmitterSum.Vote;
import org.tearline.file.ResultFile;
import org.tearline.verdict.Verdict;

/**
 * Adds up result files by CPU design and submitter. Of sweeps, which are most of the files, keeps only the sums. A
 * number is confirmed by the project's own files or by files from two accounts. All other results are only listed as
 * claims. The order of the files does not matter. Not thread-safe.
 */
public final class Archive {

    private final Map<CpuIdentity, SortedMap<Submitter, SubmitterSum>> groups = new TreeMap<>();
    /** Interns the keys, because there are many cells per key. */
    private final Map<CellKey, CellKey> keys = new HashMap<>();
    private final Map<CpuIdentity, Map<Submitter, List<ResultFile>>> jcstress = new TreeMap<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;
    /** Caches {@link #designs()}; null before the first call and after a file was added. */
    private List<CpuDesign> designs;
    private final Map<CpuIdentity, CpuDesign> byIdentity = new LinkedHashMap<>();
    /** Caches the cells of the designs whose rows were asked for. */
    private final Map<CpuIdentity, Map<CellKey, ArchivedCell>> agreedCells = new HashMap<>();

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
        files++;
        designs = null;
        if (file.kind() == ResultFile.Kind.JCSTRESS) {
            jcstress.computeIfAbsent(CpuIdentity.of(file.environment()), key -> new TreeMap<>())
                .computeIfAbsent(submitter, key -> new ArrayList<>())
                .add(file);
            return;
        }
        SortedMap<Submitter, SubmitterSum> submitters = groups.computeIfAbsent(CpuIdentity.of(file.environment()),
            key -> new TreeMap<>());
        SubmitterSum sum = submitters.computeIfAbsent(submitter, key -> new SubmitterSum());
        sum.add(CpuFile.of(path, submitter, file), file);
        if (submitter.equals(Submitter.PROJECT)
            || submitter.isHandle() && !submitters.containsKey(Submitter.PROJECT)) {
            sum.addCells(file, keys);
        }
        if (submitters.containsKey(Submitter.PROJECT)) {
            // Claims are shown without their cells.
            submitters.forEach((other, claims) -> {
                if (!other.equals(Submitter.PROJECT)) {
                    claims.dropCells();
                }
            });
        }
    }

    public int files() {
        return files;
    }

    /** Returns the number of files that the agreed numbers are based on. */
    public int deciding() {
        int deciding = 0;
        for (Map.Entry<CpuIdentity, SortedMap<Submitter, SubmitterSum>> group : groups.entrySet()) {
            SortedMap<Submitter, SubmitterSum> submitters = group.getValue();
            for (Submitter submitter : Consensus.counted(standing(group.getKey()), submitters.keySet())) {
                deciding += submitters.get(submitter).files().size();
            }
        }
        return deciding;
    }

    /**
     * Returns the designs in the order of {@link Standing}: the project's first, then the confirmed ones, then the
     * others. Emulated ones come last.
     */
    public List<CpuDesign> designs() {
        if (designs == null) {
            designs = makeDesigns();
        }
        return designs;
    }

    private List<CpuDesign> makeDesigns() {
        List<CpuIdentity> ordered = groups.keySet().stream()
            .sorted(Comparator.comparing(this::standing))
            .toList();
        Map<CpuIdentity, String> ids = ids(ordered);
        byIdentity.clear();
        agreedCells.clear();
        ordered.stream().sorted(Comparator.comparing(CpuIdentity::emulated)).forEach(group -> byIdentity.put(group,
            new Consensus(group, standing(group), groups.get(group)).design(ids.get(group),
                jcstress.getOrDefault(group, Map.of()))));
        return List.copyOf(byIdentity.values());
    }

    /** Returns a different id for every group. A later group cannot take the id of an earlier one. */
    private static Map<CpuIdentity, String> ids(List<CpuIdentity> ordered) {
        Map<CpuIdentity, String> ids = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (CpuIdentity group : ordered) {
            String id = group.id();
            int number = 1;
            while (!taken.add(id)) {
                number++;
                // Only this suffix and the prefix of unnamed designs contain a dot.
                id = group.id() + "." + number;
            }
            ids.put(group, id);
        }
        return ids;
    }

    /** Handles cannot confirm a group if the project measured the same CPU with another line or page size. */
    private Standing standing(CpuIdentity group) {
        if (groups.get(group).containsKey(Submitter.PROJECT)) {
            return Standing.PROJECT;
        }
        long handles = groups.get(group).keySet().stream()
            .filter(Submitter::isHandle)
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
        CpuDesign design = design(group);
        boolean counted = design != null
            && Consensus.counted(design.standing(), groups.get(group).keySet()).contains(submitter)
            && (file.kind() == ResultFile.Kind.SWEEP || design.standing() == Standing.PROJECT);
        List<FileRows.CellRow> rows = new ArrayList<>();
        for (FileCell cell : FileCell.of(file)) {
            rows.add(new FileRows.CellRow(cell, counted && decides(design, group, submitter, cell)));
        }
        return new FileRows(CpuFile.of(path, submitter, file), file, group.design(), design, counted, rows);
    }

    /** Returns the design, or null if no sweep of it was added. */
    private CpuDesign design(CpuIdentity group) {
        designs();
        return byIdentity.get(group);
    }

    /** Whether a counted submitter's vote on a cell is on the agreed side, with counts that others support. */
    private boolean decides(CpuDesign design, CpuIdentity group, Submitter submitter, FileCell cell) {
        if (design.standing() == Standing.PROJECT) {
            return true;
        }
        ArchivedCell agreed = agreedCells.computeIfAbsent(group, key -> design.cells().stream()
            .collect(Collectors.toMap(ArchivedCell::key, one -> one))).get(cell.key());
        Vote vote = groups.get(group).get(submitter).cells().get(cell.key());
        return agreed != null && vote.torn() == (agreed.verdict() == Verdict.TORN) && agreed.limits().support(vote);
    }
}
