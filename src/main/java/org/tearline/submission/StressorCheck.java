// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.result.Counts;
import org.tearline.result.StressorUse;

/**
 * Tells whether the stressors of a series counted what its cells across a line did: a calibration is nothing else than
 * these cells by stressor, of which those with the best yields are published. Each relation is exact, so no honest file
 * is refused by chance. Stateless. Thread-safe.
 */
final class StressorCheck implements Check {
    @Override
    public void check(ResultFile file, Findings findings) {
        for (Series series : file.series()) {
            Set<String> names = new HashSet<>();
            for (StressorUse use : series.calibration()) {
                if (use.torn() > use.changes() || !names.add(use.name())) {
                    findings.add(ValidationRule.COUNTS, series.name(), "stressor " + use.name() + " tore " + use.torn()
                        + " of " + use.changes() + " changes, or is listed twice");
                }
            }
            // Of a machine that cannot be, and of tears that are not told apart, nobody knows what is across a line.
            if (file.kind() == Kind.SWEEP
                && !findings.has(ValidationRule.MACHINE) && !findings.has(ValidationRule.SEAM_SUM)) {
                checkSums(series, file.environment().geometry(), findings);
            }
        }
    }

    private static void checkSums(Series series, Geometry geometry, Findings findings) {
        List<StressorUse> uses = series.calibration();
        long usedChanges = uses.stream().mapToLong(StressorUse::changes).reduce(0, Counts::sum);
        long usedTorn = uses.stream().mapToLong(StressorUse::torn).reduce(0, Counts::sum);
        Set<Integer> hiding = series.hidingTears();
        boolean hidden = false;
        long changes = 0;
        long torn = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            int offset = series.offsets().get(i);
            if (geometry.crossing(offset, series.width()) == Crossing.LINE) {
                changes = Counts.sum(changes, series.changes().get(i));
                torn = Counts.sum(torn, series.torn().get(i));
                hidden |= hiding.contains(offset);
            }
        }
        if (uses.isEmpty()) {
            if (changes > 0 && series.totals().discardedSlices() == 0) {
                findings.add(ValidationRule.COUNTS, series.name(), "no stressor has its " + changes
                    + " changes across a line");
            }
            return;
        }
        String both = usedTorn + " torn of " + usedChanges + " beside its stressors, " + torn + " of " + changes
            + " across a line";
        if (usedChanges > changes || usedTorn > torn && !hidden) {
            findings.add(ValidationRule.COUNTS, series.name(), both);
            return;
        }
        // The tears of a discarded slice are kept if there are no others, and no stressor has them.
        if (series.totals().discardedSlices() > 0) {
            return;
        }
        StressorUse worst = uses.stream().min(Comparator.comparingDouble(StressorUse::yield)).orElseThrow();
        boolean others = uses.size() == Series.MAX_STRESSORS;
        if (others ? (double) (torn - usedTorn) * worst.changes() > (double) worst.torn() * (changes - usedChanges)
            : usedChanges < changes || usedTorn < torn) {
            findings.add(ValidationRule.COUNTS, series.name(), both + (others ? ": others tore more than the best"
                : ", and no others were used"));
        }
    }
}
