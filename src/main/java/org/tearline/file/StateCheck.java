// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.file.Environment.CpuPair.TierControl;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/** Whether every negative result has controls, and every other state its reason. */
final class StateCheck {
    private static final int WEAK = 1;
    /** Few changes: many such cells may be strong as a class. */
    private static final int STRONG_TOGETHER = 2;
    private static final int STRONG = 3;

    private StateCheck() {
    }

    static void check(ResultFile file, Findings findings) {
        for (Series series : file.series()) {
            checkNotes(series, findings);
            if (file.kind() == ResultFile.Kind.SWEEP) {
                checkControls(series, file, findings);
            }
        }
        // Nothing follows from counts that contradict each other.
        if (file.kind() == ResultFile.Kind.SWEEP && findings.list().isEmpty()) {
            checkSilences(file, findings);
        }
    }

    private static void checkNotes(Series series, Findings findings) {
        Set<Integer> noted = new HashSet<>();
        Map<Integer, Integer> indexes = new HashMap<>();
        for (int i = 0; i < series.offsets().size(); i++) {
            indexes.put(series.offsets().get(i), i);
        }
        for (Series.Note note : series.notes()) {
            if (note.reason().state() != note.state()) {
                findings.add(ValidationRule.STATE, series.name(), note.reason() + " is no reason for " + note.state());
            }
            for (int offset : note.offsets()) {
                Integer index = indexes.get(offset);
                if (index == null || !noted.add(offset)) {
                    findings.add(ValidationRule.STATE, series.name() + " at " + offset,
                        index == null ? "noted, but not an offset of the series" : "noted twice");
                    continue;
                }
                if (series.torn().get(index) > 0) {
                    findings.add(ValidationRule.STATE, series.name() + " at " + offset, "torn cannot be "
                        + note.state());
                }
                if (note.state() == Verdict.REFUSED && series.changes().get(index) > 0) {
                    findings.add(ValidationRule.STATE, series.name() + " at " + offset, "refused, but with changes");
                }
            }
        }
    }

    private static void checkControls(Series series, ResultFile file, Findings findings) {
        List<TierControl> controls = file.placements().stream()
            .filter(placement -> placement.name() == series.placement())
            .flatMap(placement -> placement.controls().stream()).toList();
        // One that failed at any time casts its doubt on every negative result of its placement.
        boolean ran = controls.stream().anyMatch(record -> record.tier() == series.tier());
        if (ran && controls.stream().allMatch(record -> record.hold() && record.aligned().failed() == 0)) {
            return;
        }
        List<Integer> silent = series.cells(file.profile(), file.environment()).stream()
            .filter(cell -> cell.state() == Verdict.NONE).map(Series.Cell::offset).toList();
        if (!silent.isEmpty()) {
            findings.add(ValidationRule.CONTROLS, series.name(), silent.size() + " offsets without a tear, but "
                + (ran ? "the controls did not hold" : "no controls ran there"));
        }
    }

    /** A file may call a negative result weaker than its counts allow, never stronger. */
    private static void checkSilences(ResultFile file, Findings findings) {
        List<Series> derived = Silences.noted(file.series(), file.profile(), file.environment(), file.placements());
        for (int i = 0; i < derived.size(); i++) {
            Series series = file.series().get(i);
            if (series.notes().equals(derived.get(i).notes())) {
                continue;
            }
            List<Series.Cell> said = series.cells(file.profile(), file.environment());
            List<Series.Cell> deserved = derived.get(i).cells(file.profile(), file.environment());
            for (int j = 0; j < said.size(); j++) {
                Series.Cell cell = said.get(j);
                Series.Cell worth = deserved.get(j);
                // Of two reasons for no verdict neither claims anything, and which one comes first may change.
                if (cell.state() != Verdict.TORN && cell.reason() != worth.reason()
                    && rank(cell) > 0 && rank(cell) >= rank(worth)) {
                    findings.add(ValidationRule.SILENCE, series.name() + " at " + cell.offset(), "said to be "
                        + words(cell)
                        + ", its counts say " + words(worth));
                }
            }
        }
    }

    /** How much a cell without a tear claims. */
    private static int rank(Series.Cell cell) {
        if (cell.state() != Verdict.NONE) {
            return 0;
        }
        return cell.reason() == null ? STRONG : cell.reason() == CellReason.FEW_CHANGES ? STRONG_TOGETHER : WEAK;
    }

    private static String words(Series.Cell cell) {
        return cell.reason() == null ? "a strong negative result" : cell.state() + ", " + cell.reason();
    }
}
