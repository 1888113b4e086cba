// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.verdict.Verdict.NOT_SEEN;
import static org.tearline.verdict.Verdict.TORN;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tearline.trial.AccessRules;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Crossing;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/**
 * The counts and the verdict for one offset of a series.
 *
 * @param reason         why there is no verdict, or why a negative result is weak; otherwise null
 * @param piecewise      whether tears are the JVM's, not the CPU's
 * @param firstTornNanos counting time until the first tear, in nanoseconds; null if unknown
 */
public record Cell(CpuDistance placement, TrialSpec trial, Crossing crossing, Seen seen, Verdict state,
                   CellReason reason, boolean piecewise, Long firstTornNanos) {
    /** Returns the cells of a series in order of offset. */
    static List<Cell> of(Series series, Profile profile, AccessRules rules) {
        Map<Integer, CellReason> noted = series.reasons();
        long neededAcross = profile.leastChanges(
            series.trial(rules.geometry().lineCrossingOffset(series.width())), rules);
        List<Cell> cells = new ArrayList<>();
        for (int offset : series.offsets()) {
            TrialSpec trial = series.trial(offset);
            Crossing crossing = rules.crossing(trial);
            long needed = crossing == Crossing.NONE ? profile.changes() : neededAcross;
            Seen seen = series.seen(offset);
            CellReason reason = reason(seen, noted.get(offset), needed);
            cells.add(new Cell(series.placement(), trial, crossing, seen, state(seen, reason), reason,
                rules.piecewise(trial), series.firstTornNanos().get(offset)));
        }
        return List.copyOf(cells);
    }

    private static CellReason reason(Seen seen, CellReason noted, long neededChanges) {
        if (seen.torn() == 0 && seen.changes() < neededChanges
            && (noted == null || noted.state() == NOT_SEEN)) {
            return CellReason.TOO_FEW_CHANGES;
        }
        return noted;
    }

    private static Verdict state(Seen seen, CellReason reason) {
        if (seen.torn() > 0) {
            return TORN;
        }
        if (reason == null) {
            return NOT_SEEN;
        }
        return reason.state();
    }

    public int offset() {
        return trial.offset();
    }

    /** Whether this is a strong negative result. */
    public boolean strong() {
        return state == NOT_SEEN && reason == null;
    }
}
