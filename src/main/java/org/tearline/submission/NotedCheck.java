// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Memory;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.result.CellReason;

/** Tells whether what kept an offset from being counted can keep one from it where others are. Thread-safe. */
final class NotedCheck implements Check {
    private static final Set<CellReason> SPLIT_LOCKS = EnumSet.of(CellReason.SPLIT_LOCKS_NOT_ALLOWED,
        CellReason.SPLIT_LOCKS_SLOWED, CellReason.SPLIT_LOCKS_FATAL);
    /** Memories whose accesses are Unsafe's, which refuses all of a kind or none. */
    private static final Set<Memory> RAW = EnumSet.of(Memory.UNSAFE, Memory.HEAP, Memory.MAPPED);

    @Override
    public void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        boolean counted = file.series().stream().anyMatch(NotedCheck::counted);
        for (Series series : file.series()) {
            for (Series.Note note : series.notes()) {
                for (int offset : note.offsets()) {
                    String fault = fault(note.reason(), series.fastestTrial(offset), rules, counted, counted(series));
                    if (fault != null) {
                        findings.add(ValidationRule.STATE, series.name() + " at " + offset, note.reason() + ", but "
                            + fault);
                        break;
                    }
                }
            }
        }
    }

    private static String fault(CellReason reason, TrialSpec trial, AccessRules rules, boolean counted, boolean ran) {
        if (reason == CellReason.ONE_CPU) {
            return counted ? "two threads ran elsewhere" : null;
        }
        if (SPLIT_LOCKS.contains(reason)) {
            return rules.splitLocked(trial) ? null : "nothing is locked across a line there";
        }
        // Below C2 some read-modify-writes of a short are refused where others are not.
        return reason == CellReason.API_REFUSES && ran && RAW.contains(trial.memory())
            && trial.width() != Width.SHORT && !rules.refused(trial)
            ? "it allows the access, and others of the series" : null;
    }

    private static boolean counted(Series series) {
        return series.changes().stream().anyMatch(changes -> changes > 0);
    }
}
