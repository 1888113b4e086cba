// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.words.Words;

/** Says on which counts the granules of a machine rest. */
record GranuleEvidence(Granules granules, Width width) {
    /** Returns a line for each kind of access. After an interruption, a kind may have no trials. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (PairKind kind : granules.kinds()) {
            Granule granule = granules.of(kind, width);
            if (isCounted(granule)) {
                lines.add(line(kind, granule));
            }
        }
        Granule locked = granules.of(PairKind.LOCKED, width);
        if (isCounted(locked)) {
            lines.add(locked.sums().stream().map(GranuleEvidence::counted)
                .collect(Collectors.joining(", ", "locked: ", "")));
        }
        return lines;
    }

    private static boolean isCounted(Granule granule) {
        return granule.sums().stream().anyMatch(sum -> sum.changes() > 0);
    }

    private static String line(PairKind kind, Granule granule) {
        String name = "both";
        if (kind != PairKind.PAIR) {
            name = kind + "s";
        }
        return granule.sums().stream()
            .sorted(Comparator.comparing(Sum::boundary).reversed())
            .filter(sum -> isEvidence(sum, granule))
            .map(GranuleEvidence::counted)
            .collect(Collectors.joining("; ", name + ": ", ""));
    }

    /**
     * Whether to show a count: a tear, the middle of a vector, or the negative result that sets the lower bound. All
     * counts are shown if there is no lower bound.
     */
    private static boolean isEvidence(Sum sum, Granule granule) {
        return sum.torn() > 0 || 2 * sum.boundary() == granule.atLeast() || sum.boundary() == Geometry.OWN_MIDDLE
            || granule.atLeast() == Granule.UNKNOWN_LEAST;
    }

    private static String counted(Sum sum) {
        String where = "across its own middle";
        if (sum.boundary() != Geometry.OWN_MIDDLE) {
            where = "across " + sum.boundary();
        }
        String changes = Words.count(sum.changes(), "change");
        if (sum.torn() == 0) {
            return "none in " + changes + " " + where;
        }
        String lowNew = Words.enclosed("; low half new: ", Words.lowNew(sum.lowNew(), sum.highNew()), "");
        return "torn " + where + " (" + Words.count(sum.torn()) + " of " + changes + lowNew + ")";
    }
}
