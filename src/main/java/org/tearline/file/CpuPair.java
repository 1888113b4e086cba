// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import org.tearline.trial.CpuDistance;
import org.tearline.verdict.Control;
import org.tearline.verdict.Counts;

/**
 * One pair of CPUs that was used, by its class, with the controls that ran on it.
 *
 * @param pinned   whether both threads were found on their CPUs throughout
 * @param controls one per tier that was tried there
 */
public record CpuPair(CpuDistance name, boolean pinned, List<TierControl> controls) {
    public CpuPair {
        controls = controls == null ? List.of() : List.copyOf(controls);
    }

    /** The control of one tier: values at aligned offsets, of the widths that were swept, which must not tear. */
    public record TierControl(SeriesTier tier, AlignedRuns aligned) {
        /** Whether this harness has shown that it sees no tears where there are none. */
        public boolean hold() {
            return aligned.torn == 0 && aligned.changes > 0;
        }
    }

    /** All runs of one control together; failed: those with a tear, or without a change. */
    public record AlignedRuns(long runs, long failed, long changes, long torn) {
        static AlignedRuns of(List<Control> runs) {
            return runs.stream().map(run -> new AlignedRuns(1, run.torn() > 0 || run.changes() == 0 ? 1 : 0,
                run.changes(), run.torn())).reduce(new AlignedRuns(0, 0, 0, 0), (a, b) -> new AlignedRuns(
                Counts.sum(a.runs, b.runs), Counts.sum(a.failed, b.failed), Counts.sum(a.changes, b.changes),
                Counts.sum(a.torn, b.torn)));
        }
    }
}
