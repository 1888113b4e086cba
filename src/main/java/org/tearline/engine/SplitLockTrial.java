package org.tearline.engine;

import java.io.IOException;
import org.tearline.plan.Geometry;
import org.tearline.plan.Tier;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockPolicy;

/** Finds out in a worker JVM of its own what a split lock costs here, which may be its life. One thread. */
public final class SplitLockTrial {
    private SplitLockTrial() {
    }

    /**
     * Times a few split-locked operations, less than a millisecond of them unless the kernel slows them down, and none
     * where the kernel was told to kill whoever makes one.
     *
     * @throws IOException if no worker can be started
     */
    public static SplitLockCost run(Geometry geometry, SplitLockPolicy policy) throws IOException,
        InterruptedException {
        if (policy.fatal()) {
            return SplitLockCost.notTimed("split_lock_detect=fatal would kill the worker");
        }
        try (WorkerProcess worker = WorkerProcess.start(Tier.C2)) {
            worker.send(new Message.TimeSplitLock(geometry));
            Message answer = worker.receive();
            if (answer instanceof Message.SplitLockTimed timed) {
                return SplitLockCost.timed(timed.alignedNanos(), timed.crossingNanos());
            }
            return SplitLockCost.notTimed("the worker answered " + answer);
        } catch (WorkerDied e) {
            return e.getMessage().contains("SIGBUS") ? SplitLockCost.fatal(e.getMessage())
                : SplitLockCost.notTimed("" + e.getMessage());
        }
    }
}
