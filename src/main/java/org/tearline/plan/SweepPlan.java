package org.tearline.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Every combination that a sweep tries at one placement. Immutable.
 *
 * @param offsets ascending, in bytes from a page-aligned base
 */
public record SweepPlan(List<Memory> memories, List<WriteMode> writes, List<ReadMode> reads, List<Integer> offsets,
                        Tier tier, long seed) {

    /** All trials, the offsets of one write and read one after the other. */
    public List<TrialSpec> trials() {
        List<TrialSpec> trials = new ArrayList<>();
        for (Memory memory : memories) {
            for (WriteMode write : writes) {
                for (ReadMode read : reads) {
                    for (int offset : offsets) {
                        trials.add(new TrialSpec(memory, Width.LONG, offset, write, read, 1, 1, tier, seed));
                    }
                }
            }
        }
        return trials;
    }

    /** How many of the trials lock across a line. */
    public long splitLocked(AccessRules rules) {
        return trials().stream().filter(rules::splitLocked).count();
    }
}
