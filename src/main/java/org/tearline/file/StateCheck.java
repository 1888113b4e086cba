// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.CONTROLS;
import static org.tearline.file.ValidationRule.SILENCE;
import static org.tearline.file.ValidationRule.STATE;
import static org.tearline.verdict.CellReason.FEW_CHANGES;
import static org.tearline.verdict.CellReason.PLANTED_TOO_OFTEN;
import static org.tearline.verdict.Verdict.NOT_SEEN;
import static org.tearline.verdict.Verdict.REFUSED;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.file.CpuPair.TierControl;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Series.Note;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.verdict.CellReason;

/** Checks that states match their reasons, and that negative results have controls and are not graded too high. */
record StateCheck(ResultFile file, AccessRules rules, Findings findings) {
    private static final int WEAK = 1;
    /** The rank of two reasons, few changes and too many planted tears: where both hold, a file may name either. */
    private static final int SLIGHTLY_WEAK = 2;
    private static final int STRONG = 3;

    void check() {
        for (Series series : file.series()) {
            checkNotes(series);
            checkPossible(series);
            checkControls(series);
        }
        // Inconsistent counts would only cause further findings.
        if (findings.list().isEmpty()) {
            checkSilences();
        }
    }

    private void checkNotes(Series series) {
        Set<Integer> noted = new HashSet<>();
        for (Note note : series.notes()) {
            if (note.reason().state() != note.state()) {
                findings.add(STATE, series.name(), note.reason() + " is not a reason for " + note.state());
            }
            for (int offset : note.offsets()) {
                String fault = fault(series, note, offset);
                if (!noted.add(offset)) {
                    fault = "noted twice";
                }
                if (fault != null) {
                    findings.add(STATE, series.name() + " at " + offset, fault);
                }
            }
        }
    }

    private static String fault(Series series, Note note, int offset) {
        if (Collections.binarySearch(series.offsets(), offset) < 0) {
            return "noted, but not an offset of the series";
        }
        if (series.seen(offset).torn() > 0) {
            return "has tears, so it cannot be " + note.state();
        }
        if (note.state() == REFUSED && series.seen(offset).changes() > 0) {
            return "refused, but has changes";
        }
        return null;
    }

    /** No JVM counts changes where the tester or the API refuses the accesses. Older testers had one more memory. */
    private void checkPossible(Series series) {
        if (series.memory() == Memory.HEAPVIEW) {
            return;
        }
        boolean matching = series.read().fits(series.write());
        for (int offset : series.offsets()) {
            boolean possible = matching && !rules.refused(series.trial(offset));
            if (!possible && series.seen(offset).changes() > 0) {
                findings.add(STATE, series.name() + " at " + offset,
                    "has changes, but such accesses are refused there");
            }
        }
    }

    private void checkControls(Series series) {
        List<TierControl> controls = file.placements().stream()
            .filter(placement -> placement.name() == series.placement())
            .flatMap(placement -> placement.controls().stream())
            .toList();
        // A control that failed once invalidates every negative result of its placement.
        boolean ran = controls.stream().anyMatch(record -> record.tier() == series.tier());
        if (ran && controls.stream().allMatch(record -> record.hold() && record.aligned().failed() == 0)) {
            return;
        }
        long silent = file.cells(series).stream()
            .filter(cell -> cell.state() == NOT_SEEN)
            .count();
        if (silent > 0) {
            findings.add(CONTROLS, series.name(), silent + " offsets without a tear, but "
                + (ran ? "a control failed" : "no control ran"));
        }
    }

    /** A file may grade a negative result lower than its counts allow, never higher. */
    private void checkSilences() {
        List<Series> derived = NegativeResults.noted(file);
        for (int i = 0; i < derived.size(); i++) {
            Series series = file.series().get(i);
            if (series.notes().equals(derived.get(i).notes())) {
                continue;
            }
            // Not the cells, which are inconclusive with too few changes, whatever is said.
            Map<Integer, CellReason> said = series.reasons();
            Map<Integer, CellReason> deserved = derived.get(i).reasons();
            for (int offset : series.offsets()) {
                if (rank(said.get(offset)) > rank(deserved.get(offset))) {
                    findings.add(SILENCE, series.name() + " at " + offset, "graded "
                        + words(said.get(offset)) + ", but its counts allow only " + words(deserved.get(offset)));
                }
            }
        }
    }

    /** Returns the strength of a negative result with this reason; 0 if it is none. */
    private static int rank(CellReason reason) {
        if (reason == null) {
            return STRONG;
        }
        if (reason.state() != NOT_SEEN) {
            return 0;
        }
        if (reason == FEW_CHANGES || reason == PLANTED_TOO_OFTEN) {
            return SLIGHTLY_WEAK;
        }
        return WEAK;
    }

    private static String words(CellReason reason) {
        if (reason == null) {
            return "strong";
        }
        return reason.state() + ", " + reason;
    }
}
