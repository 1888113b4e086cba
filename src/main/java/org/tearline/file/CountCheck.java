// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.file.InstructionCheck.KnownNames;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Tally.Planted;
import org.tearline.verdict.Verdict.CellReason;

/** Checks that the counts of each series are consistent. */
final class CountCheck {
    /** Each try of a cell rounds its expected planted values down, so their sum may be this much too low. */
    private static final long MOST_TRIES = SweepCell.MOST_ASKED;
    /** A cas reader has separate rounds for planted values; the shortest has a few hundred changes. */
    private static final long PLANTED_ROOM = 1_000;

    private CountCheck() {
    }

    static void check(ResultFile file, Findings findings) {
        boolean sweep = file.kind() == ResultFile.Kind.SWEEP;
        Set<String> names = new HashSet<>();
        for (Series series : file.series()) {
            if (!names.add(series.name())) {
                findings.add(ValidationRule.SERIES, series.name(), "is listed twice");
            }
            String fault = faultOfOffsets(series, file);
            if (fault != null) {
                findings.add(ValidationRule.OFFSETS, series.name(), fault);
                return;
            }
            checkSums(series, sweep, findings);
            checkCells(series, sweep, findings);
            series.calibration().forEach(use -> {
                if (use.torn() > use.changes()) {
                    counts(findings, series, "under the stressor " + use.name() + ", " + use.torn() + " torn in "
                        + use.changes() + " changes");
                }
                if (!KnownNames.load().isStressor(use.name())) {
                    findings.add(ValidationRule.NAMES, series.name(), "unknown stressor " + use.name());
                }
            });
        }
    }

    private static String faultOfOffsets(Series series, ResultFile file) {
        List<Integer> offsets = series.offsets();
        int planted = file.kind() == ResultFile.Kind.SWEEP ? offsets.size() : 0;
        if (series.changes().size() != offsets.size() || series.torn().size() != offsets.size()
            || series.plantedFound().size() != planted || series.plantedExpected().size() != planted) {
            return offsets.size() + " offsets, " + series.changes().size() + " changes, " + series.torn().size()
                + " torn, " + series.plantedFound().size() + " plantedFound and " + series.plantedExpected().size()
                + " plantedExpected";
        }
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                return offsets.get(i) + " follows " + offsets.get(i - 1);
            }
        }
        TrialSpec first = series.trial(offsets.get(0));
        if (series.across() != null && !(first.oneSided() && series.trial(offsets.get(offsets.size() - 1)).cut() > 0
            && first.cut() < series.widthBytes())) {
            return "the vectors do not all contain a locked long across " + series.across();
        }
        int last = offsets.get(offsets.size() - 1);
        return last <= file.environment().geometry().maxOffset(series.width()) ? null
            : last + " is beyond two pages of " + file.environment().pageBytes() + " bytes";
    }

    private static void checkSums(Series series, boolean sweep, Findings findings) {
        Series.Totals totals = series.totals();
        long changes = Counts.sum(series.changes()) + Counts.sum(series.plantedFound());
        // In one read, a cas reader compares with both mixtures at each seam, and each may be a new value.
        long values = totals.reads() * (series.read() == ReadMode.CAS ? 2L * series.widthBytes() : 1);
        if (changes > values) {
            counts(findings, series, changes + " changes in " + totals.reads() + " reads");
        }
        Set<Integer> hiding = series.hidingTears();
        long tears = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            tears = Counts.sum(tears, (hiding.contains(series.offsets().get(i)) ? series.changes() : series.torn())
                .get(i));
        }
        // A cas reader counts only tears that a compare-and-set found in memory.
        if (totals.confirmed() > tears || sweep && series.read() == ReadMode.CAS && hiding.isEmpty()
            && totals.confirmed() < tears) {
            counts(findings, series, totals.confirmed() + " of " + tears + " tears confirmed");
        }
        if (totals.failedCas() > (series.write() == WriteMode.CAS ? totals.writes() : 0)) {
            counts(findings, series, totals.failedCas() + " failed compare-and-sets in " + totals.writes() + " "
                + series.write() + " writes");
        }
        boolean noted = series.notes().stream().anyMatch(note -> note.reason() == CellReason.ALIEN_VALUES);
        if (totals.alien() > 0 != noted) {
            findings.add(ValidationRule.ALIEN, series.name(), totals.alien()
                + " values are not a mixture of two writes, "
                + (noted ? "but a note reports some" : "and no note says where"));
        }
    }

    private static void checkCells(Series series, boolean sweep, Findings findings) {
        Set<Integer> hiding = series.hidingTears();
        for (int i = 0; i < series.offsets().size(); i++) {
            int offset = series.offsets().get(i);
            long changes = series.changes().get(i);
            long torn = series.torn().get(i);
            if (torn > changes) {
                counts(findings, series, "at " + offset + ", " + torn + " torn in " + changes + " changes");
            } else if (sweep && !plantedFits(series, i, hiding.contains(offset))) {
                findings.add(ValidationRule.PLANTED, series.name() + " at " + offset, series.plantedExpected().get(i)
                    + " planted values expected in " + changes + " changes");
            }
        }
        series.firstTornNanos().keySet().stream().filter(offset -> {
            int index = Collections.binarySearch(series.offsets(), offset);
            return index < 0 || series.torn().get(index) == 0;
        }).forEach(offset -> counts(findings, series, "at " + offset + ", a time of the first tear, but no tear"));
    }

    /** Planted values are a fixed share of the changes. */
    private static boolean plantedFits(Series series, int index, boolean hidesTears) {
        long changes = series.changes().get(index);
        long expected = series.plantedExpected().get(index);
        long most = Planted.of(0, changes - series.torn().get(index)).expected();
        return series.read() == ReadMode.CAS ? expected <= changes + PLANTED_ROOM
            : expected <= most && (expected >= most - MOST_TRIES || hidesTears);
    }

    private static void counts(Findings findings, Series series, String what) {
        findings.add(ValidationRule.COUNTS, series.name(), what);
    }
}
