// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.published.Kind;
import org.tearline.published.Profile;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.Silences;

/**
 * Tells whether a trial ended when it had its changes. It does so with the batch in which it has them, whatever the
 * machine, so no honest file is refused by chance. Asked of places inside a line where the same write and read tore at
 * none: others are tried again, with as many changes as exclude what tore. Stateless. Thread-safe.
 */
final class BudgetCheck implements Check {
    /** An eighth more, if no planted value is found; at most 1.12 times as many were seen. */
    private static final double MOST_TIMES = 1.5;
    /** A batch is of 8,192 reads, of which each of a cas reader may be two changes. */
    private static final long BATCH = 50_000;

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.kind() != Kind.SWEEP || file.profile() == null || findings.has(ValidationRule.OFFSETS)) {
            return;
        }
        Geometry geometry = file.environment().geometry();
        Set<List<Object>> torn = new HashSet<>();
        file.series().stream().filter(series -> !inside(series, geometry, true).isEmpty()).forEach(series ->
            torn.add(pair(series)));
        file.series().stream().filter(series -> !torn.contains(pair(series))).forEach(series -> {
            List<Integer> aligned = new ArrayList<>();
            List<Integer> misaligned = new ArrayList<>();
            inside(series, geometry, false).forEach(i ->
                (series.offsets().get(i) % series.widthBytes() == 0 ? aligned : misaligned).add(i));
            check(series, aligned, file.profile(), findings);
            check(series, misaligned, file.profile(), findings);
        });
    }

    private static void check(Series series, List<Integer> alike, Profile profile, Findings findings) {
        if (alike.isEmpty()) {
            return;
        }
        // A plan may have had more offsets than a sweep came to, and fewer changes for each; never the reverse.
        long wanted = Math.max(Math.max(profile.changes(), series.read().guarded() ? Silences.CELL_CHANGES : 0),
            1 + profile.classChanges() / alike.size());
        double most = MOST_TIMES * wanted + BATCH;
        alike.stream().filter(i -> series.changes().get(i) > most).forEach(i -> findings.add(ValidationRule.COUNTS,
            series.name() + " at " + series.offsets().get(i), series.changes().get(i)
                + " changes of a trial that ends with " + wanted));
    }

    /** Returns the indexes of the places inside a line, of all or of those that tore. */
    private static List<Integer> inside(Series series, Geometry geometry, boolean torn) {
        List<Integer> inside = new ArrayList<>();
        for (int i = 0; i < series.offsets().size(); i++) {
            if (geometry.crossing(series.offsets().get(i), series.width()) == Crossing.NONE
                && (!torn || series.torn().get(i) > 0)) {
                inside.add(i);
            }
        }
        return inside;
    }

    private static List<Object> pair(Series series) {
        return List.of(series.widthBytes(), series.processes(), series.write(), series.read());
    }
}
