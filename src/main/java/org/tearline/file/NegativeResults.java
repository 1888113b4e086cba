// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.verdict.CellReason.MISS_NOT_EXCLUDED;
import static org.tearline.verdict.CellReason.PLANTED_MISSED;
import static org.tearline.verdict.CellReason.PROFILE_TOO_SHORT;
import static org.tearline.verdict.CellReason.TOO_FEW_CHANGES;
import static org.tearline.verdict.Verdict.NOT_SEEN;
import static org.tearline.verdict.Verdict.TORN;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.file.Series.Note;
import org.tearline.machine.Emulated;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Crossing;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Silence;

/**
 * Grades each cell without a tear: rejected, weak (with a reason) or strong. Used when a file is written and when it is
 * validated. Thread-safe.
 */
public final class NegativeResults {
    /** The reasons for a rejection that follow from the rest of a file; all others were noted during the sweep. */
    private static final Set<CellReason> DERIVED = Set.of(PLANTED_MISSED, TOO_FEW_CHANGES, PROFILE_TOO_SHORT,
        MISS_NOT_EXCLUDED);

    private NegativeResults() {
    }

    /** Returns the series of a sweep with notes for all negative results that are not strong. */
    public static List<Series> noted(ResultFile file) {
        List<Series> bare = file.series().stream()
            .map(series -> series.with(series.notes().stream().filter(note -> !derives(note.reason())).toList()))
            .toList();
        AccessRules rules = file.rules();
        // The cells that say anything about tears of the CPU.
        List<Cell> tried = bare.stream()
            .flatMap(series -> file.cells(series).stream())
            .filter(cell -> !cell.piecewise() && (cell.state() == TORN || cell.state() == NOT_SEEN
                || cell.reason() == MISS_NOT_EXCLUDED))
            .toList();
        // The same write and read tore at a comparable place, but so rarely that the changes at an offset cannot rule
        // out a tear. Places are comparable if their alignments are equal, even in different memories.
        Set<Cell> missed = Grading.doubtful(tried, cell -> List.of(cell.placement(),
            cell.trial().in(Memory.UNSAFE).at(0), cell.trial().across() == 0, rules.alignment(cell.trial())),
            Cell::seen).keySet();
        Grader grader = new Grader(file, rules, missed);
        return bare.stream()
            .map(grader::noted)
            .toList();
    }

    /** Whether a reason follows from the rest of a file, as all weaknesses do, so that it can be derived again. */
    static boolean derives(CellReason reason) {
        return reason.state() == NOT_SEEN || DERIVED.contains(reason);
    }

    /** Grades the negative results of a file. */
    private record Grader(ResultFile file, AccessRules rules, Set<Cell> missed) {
        Series noted(Series series) {
            boolean pinned = file.placements().stream()
                .anyMatch(pair -> pair.name() == series.placement() && pair.pinned());
            List<Cell> cells = file.cells(series);
            // Stands for the calibration of a run, which a file does not contain.
            boolean tornAcrossLine = cells.stream()
                .anyMatch(cell -> cell.crossing() != Crossing.NONE && cell.state() == TORN);
            SortedMap<Integer, CellReason> reasons = new TreeMap<>(series.reasons());
            for (Cell cell : cells) {
                CellReason reason = reason(cell, series, tornAcrossLine, pinned);
                if (reason != null) {
                    reasons.put(cell.offset(), reason);
                }
            }
            return series.with(Note.of(reasons));
        }

        /** Returns why a cell without a tear is rejected or weak; null if it is strong or says nothing about tears. */
        CellReason reason(Cell cell, Series series, boolean tornAcrossLine, boolean pinned) {
            if (cell.reason() == TOO_FEW_CHANGES) {
                return cell.reason();
            }
            if (cell.state() != NOT_SEEN) {
                return null;
            }
            Planted planted = series.planted(cell.offset());
            if (!planted.held()) {
                return PLANTED_MISSED;
            }
            TrialSpec trial = cell.trial();
            if (cell.crossing() != Crossing.NONE && file.profile().tooShortAcross()
                && cell.seen().changes() < Budget.LEAST_CHANGES && rules.splitLockedSides(trial) < 2) {
                return PROFILE_TOO_SHORT;
            }
            if (missed.contains(cell)) {
                return MISS_NOT_EXCLUDED;
            }
            boolean tierHeld = series.totals().discardedSlices() == 0;
            return new Silence(file.environment().emulated() != Emulated.UNKNOWN, rules.jvmKnown(),
                cell.seen().changes(), rules.defaultChanges(trial), cell.crossing(), file.environment().promises(trial),
                tornAcrossLine, pinned, tierHeld, planted).weakness();
        }
    }
}
