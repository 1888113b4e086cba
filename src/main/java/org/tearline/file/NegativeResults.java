// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.Environment.CpuPair;
import org.tearline.file.Series.Cell;
import org.tearline.file.Series.Note;
import org.tearline.machine.Emulated;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Budget;
import org.tearline.trial.Crossing;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Grading.Misses;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/**
 * Grades each cell without a tear: rejected, weak (with a reason) or strong. Used when a file is written and when it is
 * validated. Thread-safe.
 */
public final class NegativeResults {
    /** The reasons that follow from the rest of a file; all others were noted during the sweep. */
    private static final Set<CellReason> DERIVED = EnumSet.of(CellReason.PLANTED_MISSED, CellReason.TOO_FEW_CHANGES,
        CellReason.PROFILE_TOO_SHORT, CellReason.MISS_NOT_EXCLUDED, CellReason.NOT_PROMISED, CellReason.NOTHING_TORE,
        CellReason.EMULATION_UNKNOWN, CellReason.JVM_UNKNOWN, CellReason.UNPINNED, CellReason.TIER_INTERRUPTED,
        CellReason.PLANTED_TOO_OFTEN, CellReason.FEW_CHANGES);

    private NegativeResults() {
    }

    /** Returns the series with notes for all negative results that are not strong. */
    public static List<Series> noted(List<Series> sweep, Profile profile, Environment environment,
                                     List<CpuPair> placements) {
        List<Series> bare = sweep.stream().map(NegativeResults::withoutDerivedNotes).toList();
        Map<Series, Set<Integer>> missed = missed(bare, profile, environment);
        return bare.stream()
            .map(series -> noted(series, missed.getOrDefault(series, Set.of()), profile, environment, placements))
            .toList();
    }

    private static Series withoutDerivedNotes(Series series) {
        return series.with(series.notes().stream().filter(note -> !derives(note.reason())).toList());
    }

    private static Series noted(Series series, Set<Integer> missed, Profile profile, Environment environment,
                                List<CpuPair> placements) {
        boolean pinned = placements.stream().anyMatch(pair -> pair.name() == series.placement() && pair.pinned());
        List<Cell> cells = series.cells(profile, environment);
        boolean comparableTear = cells.stream().anyMatch(cell -> cell.crossing() != Crossing.NONE
            && cell.state() == Verdict.TORN);
        Grader grader = new Grader(series, profile, environment, environment.rules(), missed, comparableTear, pinned,
            new EnumMap<>(Alignment.class));
        Map<CellReason, SortedSet<Integer>> reasons = new EnumMap<>(CellReason.class);
        series.notes().forEach(note -> reasons.computeIfAbsent(note.reason(), key -> new TreeSet<>())
            .addAll(note.offsets()));
        for (Cell cell : cells) {
            CellReason reason = grader.reason(cell);
            if (reason != null) {
                reasons.computeIfAbsent(reason, key -> new TreeSet<>()).add(cell.offset());
            }
        }
        return series.with(Note.of(reasons));
    }

    /** Whether a reason follows from the rest of a file, so that it can be derived again. */
    static boolean derives(CellReason reason) {
        return DERIVED.contains(reason);
    }

    private record SeriesCell(Series series, Cell cell) {
        /** Whether the cell says anything about tears of the CPU. */
        boolean isEvidence() {
            return !cell.piecewise() && (cell.state() == Verdict.TORN || cell.state() == Verdict.NOT_SEEN
                || cell.reason() == CellReason.MISS_NOT_EXCLUDED);
        }

        TrialSpec trial() {
            return series.trial(cell.offset());
        }
    }

    /**
     * Returns the offsets whose negative result is inconclusive: the same write and read tore at a comparable place,
     * but so rarely that the changes at this offset cannot rule out a tear. Places are comparable if their alignments
     * are equal, even in different memories.
     */
    private static Map<Series, Set<Integer>> missed(List<Series> sweep, Profile profile, Environment environment) {
        // By identity: the hash of a series includes all of its counts.
        Map<Series, Set<Integer>> missed = new IdentityHashMap<>();
        for (List<Series> comparable : sweep.stream().collect(Collectors.groupingBy(NegativeResults::kind)).values()) {
            // The usual case: without a tear in comparable series, no cell can have missed one.
            if (comparable.stream().allMatch(series -> Counts.sum(series.torn()) == 0)) {
                continue;
            }
            List<SeriesCell> tried = comparable.stream()
                .flatMap(series -> cells(series, profile, environment))
                .filter(SeriesCell::isEvidence)
                .toList();
            Set<SeriesCell> doubtful = Misses.doubtful(tried, place -> environment.rules().alignment(place.trial()),
                place -> place.cell.torn(), place -> place.cell.changes()).keySet();
            for (SeriesCell place : doubtful) {
                missed.computeIfAbsent(place.series, key -> new HashSet<>()).add(place.cell.offset());
            }
        }
        return missed;
    }

    /** Returns what comparable series have in common. */
    private static List<?> kind(Series series) {
        return List.of(series.write(), series.read(), series.placement(), series.tier(), series.widthBytes(),
            series.processes(), series.across() == null);
    }

    private static Stream<SeriesCell> cells(Series series, Profile profile, Environment environment) {
        return series.cells(profile, environment).stream().map(cell -> new SeriesCell(series, cell));
    }

    /**
     * Grades the negative results of one series. Not thread-safe.
     *
     * @param promised a cache: within a series, the promise depends only on the alignment
     */
    private record Grader(Series series, Profile profile, Environment environment, AccessRules rules,
                          Set<Integer> missed, boolean comparableTear, boolean pinned,
                          Map<Alignment, Boolean> promised) {
        /** Returns why a cell without a tear is rejected or weak; null if it is strong or says nothing about tears. */
        private CellReason reason(Cell cell) {
            if (cell.reason() == CellReason.TOO_FEW_CHANGES) {
                return cell.reason();
            }
            if (cell.state() != Verdict.NOT_SEEN) {
                return null;
            }
            Planted planted = series.planted(cell.offset());
            if (!planted.held()) {
                return CellReason.PLANTED_MISSED;
            }
            TrialSpec trial = series.trial(cell.offset());
            if (cell.crossing() != Crossing.NONE && profile.tooShortAcross() && cell.changes() < Budget.LEAST_CHANGES
                && rules.splitLockedSides(trial) < 2) {
                return CellReason.PROFILE_TOO_SHORT;
            }
            if (missed.contains(cell.offset())) {
                return CellReason.MISS_NOT_EXCLUDED;
            }
            Alignment alignment = Alignment.of(cell.offset(), trial.width().bytes(), rules.geometry());
            boolean promise = promised.computeIfAbsent(alignment, key -> environment.promises(trial));
            boolean emulationKnown = environment.emulated() != Emulated.UNKNOWN;
            boolean tierHeld = series.totals().discardedSlices() == 0;
            return new Silence(emulationKnown, rules.jvmKnown(), cell.changes(), rules.defaultChanges(trial),
                cell.crossing(), promise, comparableTear, pinned, tierHeld, planted).weakness();
        }
    }
}
