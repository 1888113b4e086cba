// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.WITNESS;
import static org.tearline.file.ValidationRule.WITNESS_MISSING;

import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Series.Tear;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Crossing;

/** Checks that each witness of a series matches a counted tear, and that none is missing. */
record WitnessCheck(Series series, AccessRules rules, Findings findings) {
    private static final int HEX_PREFIX = 2;

    void check() {
        for (Tear witness : series.witnesses()) {
            String fault = fault(witness, rules.legalSeams(series.trial(witness.offset())));
            if (fault != null) {
                findings.add(WITNESS, series.name() + " at " + witness.offset(), fault);
            }
        }
        checkMissing();
    }

    /** Inside a line, each torn offset needs a witness; across lines, one of them does. */
    private void checkMissing() {
        Map<Boolean, List<Integer>> acrossLine = series.seams().keySet().stream()
            .collect(Collectors.partitioningBy(
                offset -> rules.geometry().crossing(offset, series.width()) != Crossing.NONE));
        Stream.concat(acrossLine.get(false).stream(), acrossLine.get(true).stream().limit(1))
            .limit(Series.MAX_WITNESSES)
            .filter(offset -> series.witnesses().stream().noneMatch(witness -> witness.offset() == offset))
            .forEach(offset -> findings.add(WITNESS_MISSING, series.name() + " at " + offset,
                "a tear without its witness"));
    }

    private String fault(Tear witness, BitSet legal) {
        if (Series.at(series.seams(), witness.offset()).getOrDefault(witness.seam(), 0L) == 0) {
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
        if (isMixture(seen, witness.seam(), before[0], after[0])) {
            return null;
        }
        return "seen is not a mixture of before and after at seam " + witness.seam();
    }

    /** A value that is read or written in pieces may have several seams, and its tear is counted at the first. */
    private static String faultOfPieces(byte[] seen, int seam, BitSet legal) {
        if (cuts(seen).findFirst().orElse(0) != seam) {
            return "the first change within seen is not at byte " + seam;
        }
        if (cuts(seen).skip(1).allMatch(legal::get)) {
            return null;
        }
        return "seen changes where no tear is possible";
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
