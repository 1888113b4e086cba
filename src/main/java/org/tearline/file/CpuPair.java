// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.List;
import org.tearline.trial.CpuDistance;
import org.tearline.verdict.Control;
import org.tearline.verdict.Counts;

/**
 * One pair of CPUs that was used, by its class, with the controls that ran on it.
 *
 * @param name     the class of the pair
 * @param pinned   whether both threads were found on their CPUs throughout
 * @param controls one per tier that was tried there
 */
public record CpuPair(CpuDistance name, boolean pinned, List<TierControl> controls) {
    /** Absent controls are none. */
    public CpuPair {
        controls = controls == null ? List.of() : List.copyOf(controls);
    }

    /**
     * The control of one tier; that tears are seen is shown per offset, by planted ones.
     *
     * @param aligned values at aligned offsets, of the widths that were swept: must not tear
     */
    public record TierControl(SeriesTier tier, AlignedRuns aligned) {

        /** Whether this harness has shown that it sees no tears where there are none. */
        public boolean hold() {
            return aligned.torn == 0 && aligned.changes > 0;
        }

        /** Returns all runs of the same tier on several machines. */
        public TierControl plus(TierControl other) {
            return new TierControl(tier, aligned.plus(other.aligned));
        }
    }

    /**
     * All runs of one control together.
     *
     * @param runs    how often it ran
     * @param failed  in how many of them it did not do what a control must
     * @param changes changes seen
     * @param torn    tears seen
     */
    public record AlignedRuns(long runs, long failed, long changes, long torn) {

        static AlignedRuns of(List<Control> runs) {
            return runs.stream().map(run -> new AlignedRuns(1, run.torn() > 0 || run.changes() == 0 ? 1 : 0,
                run.changes(), run.torn())).reduce(new AlignedRuns(0, 0, 0, 0), AlignedRuns::plus);
        }

        private AlignedRuns plus(AlignedRuns other) {
            return new AlignedRuns(Counts.sum(runs, other.runs), Counts.sum(failed, other.failed),
                Counts.sum(changes, other.changes), Counts.sum(torn, other.torn));
        }
    }
}
