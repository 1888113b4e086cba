// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.machine.Jvm;
import org.tearline.machine.JvmFlag;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.Message.AskFlags;
import org.tearline.run.link.Message.SplitLockTimed;
import org.tearline.run.link.Message.TimeSplitLock;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Geometry;
import org.tearline.trial.Tier;
import org.tearline.verdict.CellReason;

/** Starts workers for purposes other than trials: to time split locks or read JVM flags. */
public final class WorkerAnswers {
    private static final boolean NO_VECTORS = false;

    private WorkerAnswers() {
    }

    /** Times split locks for about 3 ms, unless the kernel kills processes for them. */
    public static SplitLockCost splitLockCost(Geometry geometry, SplitLockPolicy policy) throws IOException {
        if (policy.fatal()) {
            return SplitLockCost.fatal("split_lock_detect=fatal in " + SplitLockPolicy.COMMAND_LINE);
        }
        try (WorkerProcess worker = WorkerProcess.start(Jvm.here().bestTier(), NO_VECTORS)) {
            return worker.ask(new TimeSplitLock(geometry), SplitLockTimed.class).cost();
        } catch (TrialFailed e) {
            return costAfterDeath(e);
        }
    }

    static SplitLockCost costAfterDeath(TrialFailed death) {
        if (death.reason() == CellReason.SIGBUS) {
            return SplitLockCost.fatal(death.getMessage());
        }
        return SplitLockCost.notTimed(death.getMessage());
    }

    /** The HotSpot flags of a worker's JVM. */
    static SortedMap<JvmFlag, String> flags(Tier tier) throws IOException {
        try (WorkerProcess worker = WorkerProcess.start(tier, NO_VECTORS)) {
            return flags(worker);
        }
    }

    static SortedMap<JvmFlag, String> flags(WorkerProcess worker) throws IOException {
        SortedMap<JvmFlag, String> flags = new TreeMap<>();
        worker.ask(new AskFlags(), Message.Flags.class).flags()
            .forEach(set -> flags.put(set.flag(), set.value()));
        return flags;
    }
}
