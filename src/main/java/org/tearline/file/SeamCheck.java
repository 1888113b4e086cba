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
import org.tearline.file.Examination.ValidationRule;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.TrialSpec.ReadMode;

/**
 * Whether tears are where tears can be, and the evidence for them holds. A tear of an aligned value is accepted with
 * its witness, though no vendor allows it: else no file could report one.
 */
final class SeamCheck {
    private static final int HEX_PREFIX = 2;
    /** Writers never store 0 and 1, which fresh memory and small counters hold. */
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
                        "a cut before byte " + seam + " is not possible there"));
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

    /** A note for each series that tore where a vendor promises an aligned value in one piece. */
    static List<String> alignedTears(ResultFile file) {
        return file.series().stream().flatMap(series -> series.seams().keySet().stream()
            .filter(offset -> isAligned(series, offset)).limit(1).map(offset -> Quoted.of(series.name()) + " at "
                + offset + ": an aligned tear; reports call it unconfirmed until others saw it")).toList();
    }

    private static boolean isAligned(Series series, int offset) {
        return offset % series.widthBytes() == 0 && !series.width().isVector();
    }

    private static void checkSums(Series series, Findings findings) {
        series.seams().forEach((offset, seams) -> seams.forEach((seam, torn) -> {
            long told = at(series.lowNew(), offset, seam) + at(series.highNew(), offset, seam);
            if (told > torn) {
                findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + offset, "a newer half was told of "
                    + told + " tears at seam " + seam + ", and there are " + torn);
            }
        }));
        Stream.of(series.lowNew(), series.highNew()).flatMap(newer -> newer.entrySet().stream())
            .filter(newer -> !series.seams().getOrDefault(newer.getKey(), Collections.emptySortedMap()).keySet()
                .containsAll(newer.getValue().keySet())).forEach(newer -> findings.add(ValidationRule.SEAM_SUM,
                series.name() + " at " + newer.getKey(), "a newer half was told where no tear was counted"));
        int matched = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            SortedMap<Integer, Long> seams = series.seams().get(series.offsets().get(i));
            matched += seams == null ? 0 : 1;
            long sum = seams == null ? 0 : seams.values().stream().mapToLong(Long::longValue).sum();
            if (sum != series.torn().get(i)) {
                findings.add(ValidationRule.SEAM_SUM, series.name() + " at " + series.offsets().get(i), sum
                    + " seams counted for " + series.torn().get(i) + " tears");
            }
        }
        if (matched != series.seams().size()) {
            findings.add(ValidationRule.SEAM_SUM, series.name(), "seams at offsets that the series does not have");
        }
    }

    private static long at(SortedMap<Integer, SortedMap<Integer, Long>> counts, int offset, int seam) {
        return counts.getOrDefault(offset, Collections.emptySortedMap()).getOrDefault(seam, 0L);
    }

    /**
     * Each torn cell keeps one tear. Inside a line is where vendors promise otherwise, and a number alone convinces
     * nobody: those are published first, as far as there is room.
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
            return "no tear was counted there";
        }
        SortedMap<Integer, Long> seams = series.seams().get(witness.offset());
        if (seams == null || !seams.containsKey(witness.seam())) {
            return "no tear with the seam " + witness.seam() + " was counted";
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
            return "before and after are not one byte repeated, 02 to ff";
        }
        if (series.read() == ReadMode.CAS && (byte) ~before[0] != after[0]) {
            return "before and after are no complements, as a cas reader's writer stores them";
        }
        if (legal.cardinality() > 1) {
            // Several pieces may show more than two writes and more than one cut; the first is judged with the counts.
            return firstCut(seen) != witness.seam() ? "seen is not cut before byte " + witness.seam()
                : cuts(seen).skip(1).allMatch(legal::get) ? null : "seen is cut where a cut is not possible";
        }
        return isMixture(before, after, seen, witness.seam()) || isMixture(after, before, seen, witness.seam()) ? null
            : "seen is not made of before and after, cut before byte " + witness.seam();
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
