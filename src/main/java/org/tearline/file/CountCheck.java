// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.ALIEN;
import static org.tearline.file.ValidationRule.COUNTS;
import static org.tearline.file.ValidationRule.OFFSETS;
import static org.tearline.file.ValidationRule.SEAM_ILLEGAL;
import static org.tearline.file.ValidationRule.SEAM_SUM;
import static org.tearline.file.ValidationRule.SERIES;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.tearline.file.Examination.Findings;
import org.tearline.trial.AccessRules;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Seen;
import org.tearline.verdict.SweepCell;

/**
 * Checks that the counts of each series are consistent, and that each seam is possible. Tears of aligned values are
 * accepted although no vendor allows them: otherwise nobody could report one.
 */
record CountCheck(Series series, AccessRules rules, Findings findings) {
    /** Three loads per cycle at 6 GHz. */
    private static final long MAX_READS_PER_NANO = 18;

    static void check(ResultFile file, Findings findings) {
        Set<String> names = new HashSet<>();
        for (Series series : file.series()) {
            CountCheck check = new CountCheck(series, file.rules(), findings);
            if (!names.add(series.name())) {
                check.add(SERIES, "is listed twice");
            }
            String fault = check.faultOfOffsets();
            if (fault != null) {
                check.add(OFFSETS, fault);
                // All other checks, also those of other series, rely on lists of equal length.
                return;
            }
            check.checkSums();
            check.checkSeams();
            new WitnessCheck(series, file.rules(), findings).check();
        }
        Stream.concat(file.cases().stream().map(JcstressCase::name), file.mixed().stream().map(MixedCase::name))
            .filter(name -> !names.add(name))
            .forEach(name -> findings.add(SERIES, name, "is listed twice"));
        file.cases().stream()
            .filter(JcstressCase::alien)
            .forEach(tested -> findings.add(ALIEN, tested.name(), "a value is not a mixture of the two writes"));
    }

    private void add(ValidationRule rule, String what) {
        findings.add(rule, series.name(), what);
    }

    private void add(ValidationRule rule, int offset, String what) {
        findings.add(rule, series.name() + " at " + offset, what);
    }

    /** Returns a note for each series in which an aligned value tore. */
    static List<String> alignedTears(ResultFile file) {
        return file.series().stream()
            .flatMap(series -> series.seams().keySet().stream()
                .filter(offset -> isAligned(series, offset))
                .limit(1)
                .map(offset -> Quoted.of(series.name()) + " at " + offset
                    + ": an aligned tear; reports call it unconfirmed until others have seen it"))
            .toList();
    }

    /** False for every vector, which may tear even where it is aligned. */
    private static boolean isAligned(Series series, int offset) {
        return offset % series.widthBytes() == 0 && !series.width().isVector();
    }

    /** Returns the first fault of the offsets or of the lengths of the lists; null if there is none. */
    private String faultOfOffsets() {
        List<Integer> offsets = series.offsets();
        if (Stream.of(series.changes(), series.torn(), series.plantedFound(), series.plantedExpected())
            .anyMatch(counts -> counts.size() != offsets.size())) {
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
        int last = offsets.get(offsets.size() - 1);
        if (series.across() != null && (!first.oneSided() || first.cut() >= series.widthBytes()
            || series.trial(last).cut() <= 0)) {
            return "the vectors do not all contain a locked long across " + series.across();
        }
        if (last > rules.geometry().maxOffset(series.width())) {
            return last + " is beyond two pages of " + rules.geometry().pageBytes() + " bytes";
        }
        return null;
    }

    private void checkSums() {
        long changes = Counts.sum(series.changes()) + Counts.sum(series.plantedFound());
        long possible = series.totals().reads();
        if (series.read() == ReadMode.CAS) {
            // A CAS read tries both mixtures at each seam, and each mixture that it finds may count as a change.
            possible *= 2L * series.widthBytes();
        }
        if (changes > possible) {
            add(COUNTS, changes + " changes in " + series.totals().reads() + " reads");
        }
        series.offsets().forEach(offset -> checkTorn(" at " + offset, series.seen(offset)));
        checkTime();
        checkStressors();
        checkAlien();
    }

    private void checkTime() {
        long reads = series.totals().reads();
        long nanos = series.totals().nanos();
        long most = series.offsets().size() * SweepCell.MAX_NANOS;
        if (nanos > most) {
            add(COUNTS, "counting took " + nanos + " ns, but a sweep takes at most " + most);
        }
        if (reads > MAX_READS_PER_NANO * nanos) {
            add(COUNTS, reads + " reads in " + nanos + " ns, but a core makes at most " + MAX_READS_PER_NANO + " a ns");
        }
        series.firstTornNanos().forEach((offset, first) -> {
            if (first > nanos) {
                add(COUNTS, offset, "the first tear came after " + first + " ns of " + nanos);
            }
            if (!series.seams().containsKey(offset)) {
                add(COUNTS, offset, "a first tear after " + first + " ns, but no seam");
            }
        });
    }

    private void checkStressors() {
        long byStressor = Counts.sum(series.stressors().values().stream().map(counts -> counts.get(0)).toList());
        if (byStressor > Counts.sum(series.changes())) {
            add(COUNTS, "the stressors have more changes than the offsets");
        }
        series.stressors().forEach((name, counts) -> checkTorn(with(name), new Seen(counts.get(0), counts.get(1))));
        series.calibration().forEach(use -> checkTorn(with(use.name()), new Seen(use.changes(), use.torn())));
    }

    private static String with(String stressor) {
        return " with " + Quoted.of(stressor);
    }

    private void checkTorn(String where, Seen seen) {
        if (seen.torn() > seen.changes()) {
            findings.add(COUNTS, series.name() + where, seen.torn() + " torn in " + seen.changes() + " changes");
        }
    }

    private void checkAlien() {
        boolean counted = series.totals().alien() > 0;
        boolean noted = series.notes().stream().anyMatch(note -> note.reason() == CellReason.ALIEN_VALUES);
        if (counted != noted) {
            add(ALIEN, series.totals().alien() + " values are not a mixture of writes, "
                + (noted ? "but a note reports some" : "and no note says where"));
        }
    }

    private void checkSeams() {
        for (int offset : series.offsets()) {
            long sum = Counts.sum(Series.at(series.seams(), offset).values());
            long torn = series.seen(offset).torn();
            if (sum != torn) {
                add(SEAM_SUM, offset, "'seams' count " + sum + ", 'torn' is " + torn);
            }
        }
        if (!new HashSet<>(series.offsets()).containsAll(series.seams().keySet())) {
            add(SEAM_SUM, "seams at offsets that the series does not have");
        }
        Stream.of(series.lowNew(), series.highNew()).forEach(newer ->
            newer.forEach((offset, seams) -> seams.keySet().stream()
                .filter(seam -> count(series.lowNew(), offset, seam) + count(series.highNew(), offset, seam)
                    > count(series.seams(), offset, seam))
                .forEach(seam -> add(SEAM_SUM, offset,
                    "lowNew and highNew together count more tears at seam " + seam + " than 'seams' does"))));
        series.seams().forEach((offset, seams) -> {
            BitSet legal = rules.legalSeams(series.trial(offset));
            seams.keySet().stream()
                .filter(seam -> !legal.get(seam) && !isAligned(series, offset))
                .forEach(seam -> add(SEAM_ILLEGAL, offset, "a tear before byte " + seam + " is impossible there"));
        });
    }

    private static long count(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset, int seam) {
        return Series.at(counts, offset).getOrDefault(seam, 0L);
    }
}
