// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Series.Tear;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Crossing;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.SweepCell;

/**
 * Checks that the counts of each series are consistent, that each seam is possible, and that each witness matches a
 * counted tear and none is missing. Tears of aligned values are accepted although no vendor allows them: otherwise
 * nobody could report one.
 */
final class CountCheck {
    private static final int HEX_PREFIX = 2;

    /** Three loads per cycle at 6 GHz. */
    private static final long MAX_READS_PER_NANO = 18;

    private CountCheck() {
    }

    static void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        Set<String> names = new HashSet<>();
        for (Series series : file.series()) {
            if (!names.add(series.name())) {
                findings.add(ValidationRule.SERIES, series.name(), "is listed twice");
            }
            String fault = faultOfOffsets(series, file);
            if (fault != null) {
                findings.add(ValidationRule.OFFSETS, series.name(), fault);
                // All other checks rely on lists of equal length.
                return;
            }
            checkSums(series, findings);
            checkSeams(series, rules, findings);
            checkWitnesses(series, rules, findings);
        }
        file.cases().stream()
            .filter(JcstressCase::alien)
            .forEach(tested -> findings.add(ValidationRule.ALIEN, tested.name(),
                "a value is not a mixture of the two writes"));
    }

    /** Returns a note for each series in which an aligned value tore. */
    static List<String> alignedTears(ResultFile file) {
        List<String> notes = new ArrayList<>();
        for (Series series : file.series()) {
            series.seams().keySet().stream()
                .filter(offset -> isAligned(series, offset))
                .limit(1)
                .forEach(offset -> notes.add(Quoted.of(series.name()) + " at " + offset
                    + ": an aligned tear; reports call it unconfirmed until others have seen it"));
        }
        return notes;
    }

    /** False for every vector, which may tear even where it is aligned. */
    private static boolean isAligned(Series series, int offset) {
        return offset % series.widthBytes() == 0 && !series.width().isVector();
    }

    /** Returns the first fault of the offsets or of the lengths of the lists; null if there is none. */
    private static String faultOfOffsets(Series series, ResultFile file) {
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
        int last = offsets.get(offsets.size() - 1);
        if (series.across() != null && !isInEachVector(series, offsets.get(0), last)) {
            return "the vectors do not all contain a locked long across " + series.across();
        }
        if (last > file.environment().geometry().maxOffset(series.width())) {
            return last + " is beyond two pages of " + file.environment().pageBytes() + " bytes";
        }
        return null;
    }

    /** Whether the boundary of a one-sided series is inside each of its vectors. */
    private static boolean isInEachVector(Series series, int firstOffset, int lastOffset) {
        TrialSpec first = series.trial(firstOffset);
        return first.oneSided() && first.cut() < series.widthBytes() && series.trial(lastOffset).cut() > 0;
    }

    private static void checkSums(Series series, Findings findings) {
        long changes = Counts.sum(series.changes()) + Counts.sum(series.plantedFound());
        long possible = series.totals().reads();
        if (series.read() == ReadMode.CAS) {
            // One CAS read tries both mixtures at each seam, and each that it finds may count as a change.
            possible *= 2L * series.widthBytes();
        }
        if (changes > possible) {
            findings.add(ValidationRule.COUNTS, series.name(), changes + " changes in " + series.totals().reads()
                + " reads");
        }
        for (int i = 0; i < series.offsets().size(); i++) {
            if (series.torn().get(i) > series.changes().get(i)) {
                findings.add(ValidationRule.COUNTS, series.name() + " at " + series.offsets().get(i),
                    series.torn().get(i) + " torn in " + series.changes().get(i) + " changes");
            }
        }
        checkTime(series, findings);
        checkStressors(series, findings);
        checkAlien(series, findings);
    }

    private static void checkTime(Series series, Findings findings) {
        long most = series.offsets().size() * SweepCell.MAX_NANOS;
        if (series.totals().nanos() > most) {
            findings.add(ValidationRule.COUNTS, series.name(), "counting took " + series.totals().nanos()
                + " ns, but a sweep takes at most " + most);
        }
        if (series.totals().reads() > MAX_READS_PER_NANO * series.totals().nanos()) {
            findings.add(ValidationRule.COUNTS, series.name(), series.totals().reads() + " reads in "
                + series.totals().nanos() + " ns, but a core makes at most " + MAX_READS_PER_NANO + " a ns");
        }
        series.firstTornNanos().entrySet().stream()
            .filter(first -> first.getValue() > series.totals().nanos())
            .forEach(first -> findings.add(ValidationRule.COUNTS, series.name() + " at " + first.getKey(),
                "the first tear came after " + first.getValue() + " ns of " + series.totals().nanos()));
    }

    private static void checkStressors(Series series, Findings findings) {
        long byStressor = Counts.sum(series.stressors().values().stream().map(counts -> counts.get(0)).toList());
        if (byStressor > Counts.sum(series.changes())) {
            findings.add(ValidationRule.COUNTS, series.name(), "the stressors have more changes than the offsets");
        }
        series.stressors().forEach((stressor, counts) -> {
            if (counts.get(1) > counts.get(0)) {
                findings.add(ValidationRule.COUNTS, series.name() + " with " + Quoted.of(stressor),
                    counts.get(1) + " torn in " + counts.get(0) + " changes");
            }
        });
    }

    private static void checkAlien(Series series, Findings findings) {
        boolean counted = series.totals().alien() > 0;
        boolean noted = series.notes().stream().anyMatch(note -> note.reason() == CellReason.ALIEN_VALUES);
        String note = "and no note says where";
        if (noted) {
            note = "but a note reports some";
        }
        if (counted != noted) {
            findings.add(ValidationRule.ALIEN, series.name(), series.totals().alien() + " values are not a mixture of"
                + " two writes, " + note);
        }
    }

    private static void checkSeams(Series series, AccessRules rules, Findings findings) {
        for (int i = 0; i < series.offsets().size(); i++) {
            int offset = series.offsets().get(i);
            long sum = Counts.sum(bySeam(series.seams(), offset).values());
            if (sum != series.torn().get(i)) {
                findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + offset, "'seams' count " + sum
                    + ", 'torn' is " + series.torn().get(i));
            }
        }
        if (!new HashSet<>(series.offsets()).containsAll(series.seams().keySet())) {
            findings.add(ValidationRule.SEAM_SUM, series.name(), "seams at offsets that the series does not have");
        }
        series.lowNew().forEach((offset, seams) -> checkNewer(series, offset, seams.keySet(), findings));
        series.highNew().forEach((offset, seams) -> checkNewer(series, offset, seams.keySet(), findings));
        series.seams().forEach((offset, seams) -> {
            BitSet legal = rules.legalSeams(series.trial(offset));
            seams.keySet().stream()
                .filter(seam -> !legal.get(seam) && !isAligned(series, offset))
                .forEach(seam -> findings.add(ValidationRule.SEAM_ILLEGAL, series.name() + " at " + offset,
                    "a tear before byte " + seam + " is impossible there"));
        });
    }

    private static void checkNewer(Series series, int offset, Set<Integer> seams, Findings findings) {
        seams.stream()
            .filter(seam -> count(series.lowNew(), offset, seam) + count(series.highNew(), offset, seam)
                > count(series.seams(), offset, seam))
            .forEach(seam -> findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + offset,
                "lowNew and highNew together count more tears at seam " + seam + " than 'seams' does"));
    }

    private static long count(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset, int seam) {
        return bySeam(counts, offset).getOrDefault(seam, 0L);
    }

    private static SortedMap<Integer, Long> bySeam(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset) {
        return counts.getOrDefault(offset, Collections.emptySortedMap());
    }

    private static void checkWitnesses(Series series, AccessRules rules, Findings findings) {
        for (Tear witness : series.witnesses()) {
            String fault = fault(series, witness, rules.legalSeams(series.trial(witness.offset())));
            if (fault != null) {
                findings.add(ValidationRule.WITNESS, series.name() + " at " + witness.offset(), fault);
            }
        }
        offsetsToWitness(series, rules)
            .filter(offset -> series.witnesses().stream().noneMatch(witness -> witness.offset() == offset))
            .forEach(offset -> findings.add(ValidationRule.WITNESS_MISSING, series.name() + " at " + offset,
                "a tear without its witness"));
    }

    /** Returns each torn offset inside a line and one across a line, up to {@link Series#MAX_WITNESSES} in all. */
    private static Stream<Integer> offsetsToWitness(Series series, AccessRules rules) {
        Map<Boolean, List<Integer>> acrossLine = series.seams().keySet().stream()
            .collect(Collectors.partitioningBy(
                offset -> rules.geometry().crossing(offset, series.width()) != Crossing.NONE));
        return Stream.concat(acrossLine.get(false).stream(), acrossLine.get(true).stream().limit(1))
            .limit(Series.MAX_WITNESSES);
    }

    private static String fault(Series series, Tear witness, BitSet legal) {
        if (count(series.seams(), witness.offset(), witness.seam()) == 0) {
            return "no tear with seam " + witness.seam() + " was counted";
        }
        int bytes = series.trial(witness.offset()).seenWidth().bytes();
        if (Stream.of(witness.before(), witness.after(), witness.seen())
            .anyMatch(hex -> hex.length() != HEX_PREFIX + 2 * bytes)) {
            return "its values do not have " + bytes + " bytes";
        }
        byte[] before = bytes(witness.before());
        byte[] after = bytes(witness.after());
        byte[] seen = bytes(witness.seen());
        if (cuts(before).findAny().isPresent() || cuts(after).findAny().isPresent() || before[0] == after[0]) {
            return "before and after must each repeat one byte, and differ";
        }
        if (legal.cardinality() > 1) {
            return faultOfPieces(seen, witness.seam(), legal);
        }
        if (!isMixture(seen, witness.seam(), before[0], after[0])) {
            return "seen is not a mixture of before and after at seam " + witness.seam();
        }
        return null;
    }

    /** A value that is read or written in pieces may have several seams, and its tear is counted at the first. */
    private static String faultOfPieces(byte[] seen, int seam, BitSet legal) {
        if (cuts(seen).findFirst().orElse(0) != seam) {
            return "the first change within seen is not at byte " + seam;
        }
        if (!cuts(seen).skip(1).allMatch(legal::get)) {
            return "seen changes where no tear is possible";
        }
        return null;
    }

    private static boolean isMixture(byte[] seen, int seam, byte before, byte after) {
        return cuts(seen).allMatch(cut -> cut == seam)
            && (seen[0] == before && seen[seam] == after || seen[0] == after && seen[seam] == before);
    }

    /** Returns the index of each byte that differs from the previous byte. */
    private static IntStream cuts(byte[] value) {
        return IntStream.range(1, value.length).filter(i -> value[i] != value[i - 1]);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex, HEX_PREFIX, hex.length());
    }
}
