// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

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
import org.tearline.file.Examination.Quoted;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.verdict.Tally.Counts;

/**
 * Checks that each tear has a possible seam and a consistent witness. Tears of aligned values are accepted although no
 * vendor allows them: otherwise nobody could report one.
 */
final class SeamCheck {
    private static final int HEX_PREFIX = 2;
    /** Writers never store 0 and 1, which fresh memory and small counters contain. */
    private static final int FIRST_GENERATION = 2;
    private static final int BYTE_MASK = 0xff;

    private SeamCheck() {
    }

    static void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        for (Series series : file.series()) {
            checkSums(series, findings);
            for (Map.Entry<Integer, SortedMap<Integer, Long>> at : series.seams().entrySet()) {
                BitSet legal = rules.legalSeams(series.trial(at.getKey()));
                at.getValue().keySet().stream().filter(seam -> !legal.get(seam) && !isAligned(series, at.getKey()))
                    .forEach(seam -> findings.add(ValidationRule.SEAM_ILLEGAL, series.name() + " at " + at.getKey(),
                        "a tear before byte " + seam + " is impossible there"));
            }
            for (Series.Tear witness : series.witnesses()) {
                String fault = fault(series, witness, rules.legalSeams(series.trial(witness.offset())));
                if (fault != null) {
                    findings.add(ValidationRule.WITNESS, series.name() + " at " + witness.offset(), fault);
                }
            }
            checkEvidence(series, rules, findings);
        }
    }

    /** Returns a note for each series in which an aligned value tore. */
    static List<String> alignedTears(ResultFile file) {
        return file.series().stream().flatMap(series -> series.seams().keySet().stream()
            .filter(offset -> isAligned(series, offset)).limit(1).map(offset -> Quoted.of(series.name()) + " at "
                + offset + ": an aligned tear; reports call it unconfirmed until others have seen it")).toList();
    }

    private static boolean isAligned(Series series, int offset) {
        return offset % series.widthBytes() == 0 && !series.width().isVector();
    }

    private static void checkSums(Series series, Findings findings) {
        series.seams().forEach((offset, seams) -> seams.forEach((seam, torn) -> {
            long dated = at(series.lowNew(), offset, seam) + at(series.highNew(), offset, seam);
            if (dated > torn) {
                findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + offset, "lowNew and highNew count "
                    + dated + " of " + torn + " tears at seam " + seam);
            }
        }));
        Stream.of(series.lowNew(), series.highNew()).flatMap(newer -> newer.entrySet().stream())
            .filter(newer -> !series.seams().getOrDefault(newer.getKey(), Collections.emptySortedMap()).keySet()
                .containsAll(newer.getValue().keySet())).forEach(newer -> findings.add(ValidationRule.SEAM_SUM,
                series.name() + " at " + newer.getKey(), "lowNew or highNew counts a tear at a seam without tears"));
        for (int i = 0; i < series.offsets().size(); i++) {
            long sum = Counts.sum(series.seams().getOrDefault(series.offsets().get(i), Collections.emptySortedMap())
                .values());
            if (sum != series.torn().get(i)) {
                findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + series.offsets().get(i), sum
                    + " seams for " + series.torn().get(i) + " tears");
            }
        }
        if (!new HashSet<>(series.offsets()).containsAll(series.seams().keySet())) {
            findings.add(ValidationRule.SEAM_SUM, series.name(), "seams at offsets that the series does not have");
        }
    }

    private static long at(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset, int seam) {
        return counts.getOrDefault(offset, Collections.emptySortedMap()).getOrDefault(seam, 0L);
    }

    /**
     * Checks that torn cells have a witness. Tears inside a line, which some vendors rule out, come first; the number
     * of witnesses is limited.
     */
    private static void checkEvidence(Series series, AccessRules rules, Findings findings) {
        Set<List<Integer>> known = new HashSet<>();
        series.witnesses().stream().filter(witness -> !known.add(List.of(witness.offset(), witness.seam())))
            .forEach(witness -> findings.add(ValidationRule.WITNESS, series.name() + " at " + witness.offset(),
                "more than one witness with the seam " + witness.seam()));
        Set<Integer> witnessed = series.witnesses().stream().map(Series.Tear::offset).collect(Collectors.toSet());
        Map<Boolean, List<Integer>> torn = series.seams().keySet().stream().collect(Collectors.partitioningBy(
            offset -> rules.crossing(offset, series.width()) == Crossing.NONE));
        int inside = Math.min(Series.MAX_WITNESSES, torn.get(true).size());
        int across = Math.min(Math.min(Series.MAX_WITNESSES_ACROSS, Series.MAX_WITNESSES - inside),
            torn.get(false).size());
        Stream.concat(torn.get(true).stream().limit(inside), torn.get(false).stream().limit(across))
            .filter(offset -> !witnessed.contains(offset)).forEach(offset ->
                findings.add(ValidationRule.WITNESS_MISSING, series.name() + " at " + offset,
                    "a tear without its witness"));
    }

    private static String fault(Series series, Series.Tear witness, BitSet legal) {
        int index = Collections.binarySearch(series.offsets(), witness.offset());
        if (index < 0 || series.torn().get(index) == 0) {
            return "no tear was counted at its offset";
        }
        SortedMap<Integer, Long> seams = series.seams().get(witness.offset());
        if (seams == null || !seams.containsKey(witness.seam())) {
            return "no tear with seam " + witness.seam() + " was counted";
        }
        int bytes = series.trial(witness.offset()).seenWidth().bytes();
        int length = HEX_PREFIX + 2 * bytes;
        if (witness.before().length() != length || witness.after().length() != length
            || witness.seen().length() != length) {
            return "its values are not " + bytes + " bytes long";
        }
        byte[] before = bytes(witness.before());
        byte[] after = bytes(witness.after());
        byte[] seen = bytes(witness.seen());
        if (!(isGeneration(before) && isGeneration(after))) {
            return "before and after must each repeat one byte from 02 to ff";
        }
        if (series.read() == ReadMode.CAS && (byte) ~before[0] != after[0]) {
            return "before and after are not complements, which are all that a writer stores for a cas reader";
        }
        if (legal.cardinality() > 1) {
            // A value read or written in pieces may mix more than two writes; it is counted at its first seam.
            return firstCut(seen) != witness.seam() ? "the first change within seen is not at byte " + witness.seam()
                : cuts(seen).skip(1).allMatch(legal::get) ? null : "seen changes where no tear is possible";
        }
        return isMixture(before, after, seen, witness.seam()) || isMixture(after, before, seen, witness.seam()) ? null
            : "seen is not a mixture of before and after at seam " + witness.seam();
    }

    private static boolean isMixture(byte[] low, byte[] high, byte[] seen, int seam) {
        boolean differs = false;
        for (int i = 0; i < seen.length; i++) {
            if (seen[i] != (i < seam ? low : high)[i]) {
                return false;
            }
            differs |= low[i] != high[i];
        }
        return differs;
    }

    private static int firstCut(byte[] seen) {
        int cut = 1;
        while (cut < seen.length && seen[cut] == seen[0]) {
            cut++;
        }
        return cut;
    }

    private static IntStream cuts(byte[] seen) {
        return IntStream.range(1, seen.length).filter(i -> seen[i] != seen[i - 1]);
    }

    private static boolean isGeneration(byte[] value) {
        return firstCut(value) == value.length && (value[0] & BYTE_MASK) >= FIRST_GENERATION;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex, HEX_PREFIX, hex.length());
    }
}
