package org.tearline.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Every combination that a sweep tries at one placement. Immutable.
 *
 * @param processes in how many processes writer and reader are; two for memory that can be shared only
 * @param offsets   ascending, in bytes from a page-aligned base
 */
public record SweepPlan(List<Memory> memories, List<Width> widths, List<Processes> processes, List<WriteMode> writes,
                        List<ReadMode> reads, List<Integer> offsets, Tier tier, long seed) {

    /** All trials, the offsets of one write and read one after the other. */
    public List<TrialSpec> trials() {
        List<TrialSpec> trials = new ArrayList<>();
        for (Memory memory : memories) {
            for (Processes inProcesses : processes) {
                for (Width width : widths) {
                    if (inProcesses == Processes.ONE || memory.canBeShared()) {
                        addPairs(trials, memory, width, inProcesses);
                    }
                }
            }
        }
        return trials;
    }

    private void addPairs(List<TrialSpec> trials, Memory memory, Width width, Processes inProcesses) {
        for (WriteMode write : writes) {
            for (ReadMode read : reads) {
                for (int offset : offsets) {
                    trials.add(new TrialSpec(memory, width, offset, write, read, 1, 1, inProcesses, tier, seed));
                }
            }
        }
    }

    /** How many of the trials lock across a line. */
    public long splitLocked(AccessRules rules) {
        return trials().stream().filter(rules::splitLocked).count();
    }
}
