// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.Message;
import org.tearline.run.link.WorkerDied;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Geometry;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.Tier;
import org.tearline.verdict.CellReason;

/**
 * Measures what a split lock costs here, in a worker JVM of its own, since the kernel may kill it for that. Not
 * thread-safe.
 */
public final class SplitLockTrial {
    private SplitLockTrial() {
    }

    /**
     * Times split-locked operations, some 3 ms of them unless something slows them down, and none where the kernel was
     * told to kill for one. A worker that dies for another reason is replaced.
     *
     * @throws IOException if no worker can be started
     */
    public static SplitLockCost run(Geometry geometry, SplitLockPolicy policy) throws IOException,
        InterruptedException {
        if (policy.fatal()) {
            return SplitLockCost.fatal("split_lock_detect=fatal in " + SplitLockPolicy.COMMAND_LINE);
        }
        SplitLockCost cost = inWorker(geometry);
        return cost.finding() == SplitLockCost.Finding.NOT_TIMED ? inWorker(geometry) : cost;
    }

    /**
     * Returns what a sweep may do on a machine with these costs. Where nobody could time them, the trials will tell.
     */
    public static SplitLocks permitted(SplitLockCost cost) {
        return switch (cost.finding()) {
            case NATIVE, NOT_TIMED -> SplitLocks.ALLOWED;
            case SLOWED -> SplitLocks.SLOWED;
            case FATAL -> SplitLocks.FATAL;
        };
    }

    /** Returns what the death of the worker that timed them says. */
    static SplitLockCost ofDeath(WorkerDied death) {
        return death.reason() == CellReason.SIGBUS ? SplitLockCost.fatal(death.getMessage())
            : SplitLockCost.notTimed(death.getMessage());
    }

    private static SplitLockCost inWorker(Geometry geometry) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(Tier.C2)) {
            worker.send(new Message.TimeSplitLock(geometry));
            Message answer = worker.receive();
            return answer instanceof Message.SplitLockTimed timed ? timed.cost()
                : SplitLockCost.notTimed("the worker answered " + answer);
        } catch (WorkerDied e) {
            return ofDeath(e);
        }
    }
}
