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

    /** What a sweep tries by default, but for the offsets. */
    public static final SweepPlan USUAL = new SweepPlan(List.of(Memory.UNSAFE, Memory.DIRECT), List.of(Width.LONG),
        List.of(Processes.ONE), List.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.VOLATILE, WriteMode.CAS),
        List.of(ReadMode.VOLATILE, ReadMode.CAS, ReadMode.EXCHANGE), List.of(), Tier.C2, 1);

    /** Every width and memory, and two processes; of the pairs those that differ, so that the file stays small. */
    public static final SweepPlan WIDE = new SweepPlan(List.of(Memory.values()), Width.scalars(),
        List.of(Processes.values()), List.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.CAS),
        List.of(ReadMode.VOLATILE, ReadMode.EXCHANGE), List.of(), Tier.C2, 1);

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
                if (write == WriteMode.SEQLOCK != (read == ReadMode.SEQLOCK)) {
                    // Either side makes no sense without the other.
                    continue;
                }
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
