package org.tearline.submission;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tearline.result.file.Cell;
import org.tearline.result.file.CellNote;
import org.tearline.result.file.CellState;
import org.tearline.result.file.ControlRecord;
import org.tearline.result.file.Kind;
import org.tearline.result.file.ResultFile;
import org.tearline.result.file.Series;

/** Whether every silence is backed by controls, and every other state by its reason. Immutable, any thread. */
final class StateCheck implements Check {
    @Override
    public void check(ResultFile file, Findings findings) {
        for (Series series : file.series()) {
            checkNotes(series, findings);
            if (file.kind() == Kind.SWEEP) {
                checkControls(series, file, findings);
            }
        }
    }

    private static void checkNotes(Series series, Findings findings) {
        Set<Integer> noted = new HashSet<>();
        Map<Integer, Integer> indexes = new HashMap<>();
        for (int i = 0; i < series.offsets().size(); i++) {
            indexes.put(series.offsets().get(i), i);
        }
        for (CellNote note : series.notes()) {
            if (note.reason().state() != note.state()) {
                findings.add(Rule.STATE, series.name(), note.reason() + " is no reason for " + note.state());
            }
            for (int offset : note.offsets()) {
                Integer index = indexes.get(offset);
                if (index == null || !noted.add(offset)) {
                    findings.add(Rule.STATE, series.name() + " at " + offset,
                        index == null ? "noted, but not an offset of the series" : "noted twice");
                    continue;
                }
                if (series.torn().get(index) > 0) {
                    findings.add(Rule.STATE, series.name() + " at " + offset, "torn cannot be " + note.state());
                }
                if (note.state() == CellState.REFUSED && series.changes().get(index) > 0) {
                    findings.add(Rule.STATE, series.name() + " at " + offset, "refused, but with changes");
                }
            }
        }
    }

    private static void checkControls(Series series, ResultFile file, Findings findings) {
        Optional<ControlRecord> control = file.placements().stream()
            .filter(placement -> placement.name() == series.placement())
            .flatMap(placement -> placement.controls().stream())
            .filter(record -> record.tier() == series.tier()).findFirst();
        if (control.isPresent() && control.get().hold()) {
            return;
        }
        List<Integer> silent = series.cells(file.profile(), file.environment()).stream()
            .filter(cell -> cell.state() == CellState.NONE).map(Cell::offset).toList();
        if (!silent.isEmpty()) {
            findings.add(Rule.CONTROLS, series.name(), silent.size() + " offsets without a tear, but "
                + (control.isEmpty() ? "no controls ran there" : "the controls did not hold"));
        }
    }
}
