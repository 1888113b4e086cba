// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.machine.Emulated;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Crossing;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/**
 * Says of every silent cell of a sweep what it is worth, from what the sweep has counted: not believed, weak with its
 * reason, or strong. The same for who writes a file and who checks one. Pure. Thread-safe.
 */
public final class Silences {
    /** Holds what a cell has to have before it may add to the strength of its class. */
    public static final long CELL_CHANGES = 100_000;

    /** Holds what all cells of a class have to have together, as one cell alone would. */
    public static final long CLASS_CHANGES = 10_000_000;

    /** The reasons that follow from the counts; every other one was noted as the cell was tried. */
    private static final Set<CellReason> DERIVED = EnumSet.of(CellReason.PLANTED_MISSED, CellReason.TOO_FEW_CHANGES,
        CellReason.PROFILE_TOO_SHORT, CellReason.MISS_NOT_EXCLUDED, CellReason.NOT_PROMISED, CellReason.NOTHING_TORE,
        CellReason.EMULATION_UNKNOWN, CellReason.UNPINNED, CellReason.TIER_INTERRUPTED, CellReason.FEW_CHANGES);

    private Silences() {
    }

    /** The same series, each with the notes that its negative results deserve. */
    public static List<Series> noted(List<Series> sweep, Profile profile, Environment environment,
                                     List<CpuPair> placements) {
        List<Series> bare = sweep.stream().map(Silences::withoutDerived).toList();
        // By identity: to hash a series is to hash every count in it.
        Map<Series, Map<Integer, CellReason>> missed = new IdentityHashMap<>();
        for (Contradictions.Contradiction contradiction : Contradictions.in(bare, profile, environment)) {
            missed.computeIfAbsent(contradiction.series(), key -> new HashMap<>())
                .put(contradiction.cell().offset(), CellReason.MISS_NOT_EXCLUDED);
        }
        return bare.stream().map(series -> {
            boolean pinned = placements.stream().anyMatch(record -> record.name() == series.placement()
                && record.pinned());
            Map<CellReason, List<Integer>> reasons = new EnumMap<>(CellReason.class);
            series.notes().forEach(note -> reasons.computeIfAbsent(note.reason(), key -> new ArrayList<>())
                .addAll(note.offsets()));
            List<Series.Cell> cells = series.cells(profile, environment);
            Judge judge = new Judge(series, profile, environment, environment.rules(),
                missed.getOrDefault(series, Map.of()), cells.stream().anyMatch(cell -> cell.crossing() != Crossing.NONE
                && cell.state() == Verdict.TORN), pinned, new EnumMap<>(Alignment.class));
            for (int i = 0; i < cells.size(); i++) {
                Series.Cell cell = cells.get(i);
                CellReason reason = cell.reason() == CellReason.TOO_FEW_CHANGES ? cell.reason()
                    : cell.state() != Verdict.NONE ? null : judge.reason(i, cell);
                if (reason != null) {
                    reasons.computeIfAbsent(reason, key -> new ArrayList<>()).add(cell.offset());
                }
            }
            return series.with(reasons.entrySet().stream().map(entry -> new Series.Note(entry.getValue().stream()
                .distinct().sorted().toList(), entry.getKey().state(), entry.getKey())).toList());
        }).toList();
    }

    /** Whether a reason follows from the counts, and not from what happened while the cell was tried. */
    public static boolean derives(CellReason reason) {
        return DERIVED.contains(reason);
    }

    /**
     * Returns whether the cells of a class, all silent, are together as strong as one cell with all of their changes.
     */
    public static boolean strongTogether(List<Series.Cell> silent, boolean bothSplitLocked) {
        long changes = silent.stream().mapToLong(Series.Cell::changes).sum();
        return !silent.isEmpty() && silent.stream().allMatch(cell -> cell.state() == Verdict.NONE
            && (cell.reason() == null || cell.reason() == CellReason.FEW_CHANGES) && cell.changes() >= CELL_CHANGES)
            && (bothSplitLocked || changes >= CLASS_CHANGES);
    }

    /**
     * Says what the negative results of one series are worth. Not thread-safe.
     *
     * @param promised the answers so far: what is promised of a write and read depends on the placement alone
     */
    private record Judge(Series series, Profile profile, Environment environment, AccessRules rules,
                         Map<Integer, CellReason> missed, boolean comparableTear, boolean pinned,
                         Map<Alignment, Boolean> promised) {

        private CellReason reason(int index, Series.Cell cell) {
            if (!new Planted(series.plantedFound().get(index), series.plantedExpected().get(index)).held()) {
                return CellReason.PLANTED_MISSED;
            }
            if (cell.crossing() != Crossing.NONE && profile.tooShortAcross() && cell.changes() < CELL_CHANGES
                && rules.splitLockedSides(series.fastestTrial(cell.offset())) < 2) {
                return CellReason.PROFILE_TOO_SHORT;
            }
            if (missed.containsKey(cell.offset())) {
                return missed.get(cell.offset());
            }
            TrialSpec trial = series.trial(cell.offset());
            boolean promise = promised.computeIfAbsent(Alignment.of(cell.offset(), trial.width().bytes(),
                rules.geometry()), place -> environment.promises(trial));
            return new Silence(environment.emulated() != Emulated.UNKNOWN, cell.changes(), rules.defaultChanges(trial),
                cell.crossing(), promise, comparableTear, pinned, series.totals().discardedSlices() == 0).weakness();
        }
    }

    private static Series withoutDerived(Series series) {
        return series.with(series.notes().stream().filter(note -> !DERIVED.contains(note.reason())).toList());
    }
}
