// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Region;
import org.tearline.loop.Target;
import org.tearline.loop.WriteKernel.WriteTally;
import org.tearline.loop.WriteKernel;
import org.tearline.trial.Api;
import org.tearline.trial.Generations;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;

/** Runs new loops until the JIT has compiled them. Not thread-safe. */
record WarmUp(Memory memory, Region region, Geometry geometry, TierCheck tier) {
    /**
     * Iterations per call of a new loop. Few, because HotSpot's final compilation requires calls as well as iterations:
     * 60 calls and 1,500 iterations with the thresholds that {@link org.tearline.run.link.WorkerCommand} sets.
     */
    private static final int BATCH = 30;
    private static final int CALLS = 100;
    private static final int ROUNDS = 200;
    /** A value of different bytes, as if torn. */
    private static final long TORN_SOMEWHERE = 0x0203020302030203L;

    WarmUp byAddress() {
        return new WarmUp(Memory.UNSAFE, region, geometry, tier);
    }

    /** The misalignment for the warm-up, which matters because the JDK's checked APIs branch on the alignment. */
    int misalignment(TrialSpec trial) {
        if (trial.width().isVector() || !Api.checks(memory) || trial.aligned()) {
            return 0;
        }
        return trial.width().bytes() / 2;
    }

    /**
     * Runs a new loop until its code reaches the requested tier, or for a limited number of rounds. It runs in the
     * third page of a control slot, where no round has a value and no locked access crosses a line.
     */
    void run(Object kernel, TrialSpec trial) throws IOException {
        Width width = trial.width();
        int inSlot = 2 * geometry.pageBytes() + geometry.lineBytes() + Long.BYTES + misalignment(trial);
        long address = region.base() + region.slot(Region.CONTROL_SLOT) + inSlot;
        Target target = Target.of(region, Region.CONTROL_SLOT, inSlot, width, geometry);
        if (memory == Memory.UNSAFE) {
            // The region itself may be of another kind of memory.
            target = target.at(address);
        }
        BitSet anySeam = new BitSet();
        anySeam.set(1);
        long[] candidates = Generations.alternating(1, 0, width).candidates(anySeam, ByteOrder.nativeOrder());
        long[] table = Generations.cycling(1, 0, 1, width, ByteOrder.nativeOrder()).table(0);
        WriteTally writes = new WriteTally();
        ReadTally reads = new ReadTally(BATCH, width);
        for (int round = 0; round < ROUNDS; round++) {
            for (int call = 0; call < CALLS; call++) {
                Region.put(address, width, valueToFind(call, candidates, table));
                if (kernel instanceof WriteKernel writer) {
                    writer.run(target, table, BATCH, writes);
                } else {
                    ((ReadKernel) kernel).run(target, candidates, BATCH, reads);
                }
            }
            if (tier.problem(kernel) == null) {
                break;
            }
        }
    }

    /**
     * Returns the value that a loop finds in memory in this call. The values make the loop take each of its branches
     * from time to time; otherwise C2 would compile an untaken branch to an uncommon trap.
     */
    private static long valueToFind(int call, long[] candidates, long[] table) {
        return switch (call % 3) {
            case 0 -> TORN_SOMEWHERE + call;
            case 1 -> candidates[call % 2];
            default -> table[call % table.length];
        };
    }
}
