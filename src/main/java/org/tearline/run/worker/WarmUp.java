// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.tearline.loop.Kernel.ReadKernel.ReadTally;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel.WriteTally;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.Region;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;

/** Runs new loops until their code reaches the requested tier, or for a limited number of rounds. Stateless. */
final class WarmUp {
    /**
     * Iterations per call. Few, because HotSpot's final compilation requires calls as well as iterations: 60 calls and
     * 1,500 iterations with the thresholds that {@link org.tearline.run.link.WorkerCommand} sets.
     */
    private static final int BATCH = 30;
    private static final int CALLS = 100;
    private static final int ROUNDS = 200;
    /** A value of different bytes, as if torn. */
    private static final long TORN_SOMEWHERE = 0x0203020302030203L;

    private WarmUp() {
    }

    /** Runs a loop on a target, whose value is at this address. */
    static void run(Object loop, Target target, long address, Width width, TierCheck tier) throws IOException {
        BitSet anySeam = new BitSet();
        anySeam.set(1);
        long[] candidates = Generations.alternating(1, 0, width).candidates(anySeam, ByteOrder.nativeOrder());
        long[] table = Generations.cycling(1, 0, 1, width, ByteOrder.nativeOrder()).table(0);
        WriteTally writes = new WriteTally();
        ReadTally reads = new ReadTally(BATCH, width);
        for (int round = 0; round < ROUNDS; round++) {
            for (int call = 0; call < CALLS; call++) {
                Region.put(address, width, valueToFind(call, candidates, table));
                if (loop instanceof WriteKernel writer) {
                    writer.run(target, table, BATCH, writes);
                } else {
                    ((ReadKernel) loop).run(target, candidates, BATCH, reads);
                }
            }
            if (tier.problem(loop) == null) {
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
