// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.engine.link.Message;
import org.tearline.engine.link.TrialRequest;
import org.tearline.engine.link.WorkerArchive;
import org.tearline.engine.link.WorkerDied;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.kernel.Stressor;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Budget;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/** Lets later workers start sooner. Thread-safe. */
public final class WorkerClasses {
    private static final long TRIAL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private WorkerClasses() {
    }

    /**
     * Makes the archive of a worker's classes if there is none yet and one can be kept: a worker of its own runs a
     * trial of an aligned long, whose result is thrown away. Takes about a second, so it comes when all is said.
     */
    public static void archive(AccessRules rules) throws InterruptedException {
        if (!WorkerArchive.isMissing()) {
            return;
        }
        TrialSpec aligned = new TrialSpec(Memory.UNSAFE, Width.LONG, 0, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        try (WorkerProcess worker = WorkerProcess.recording()) {
            worker.send(new Message.Assignment(new TrialRequest(aligned, new Budget(TRIAL_NANOS, 1, Until.BUDGET),
                ThreadCpus.none(List.of()), rules, Stressor.NONE.toString(), SplitLocks.FORBIDDEN_BY_USER, null,
                false),
                List.of()));
            Message message;
            do {
                message = worker.receive();
            } while (!(message instanceof Message.Finished || message instanceof Message.Failed));
            if (message instanceof Message.Finished) {
                worker.finish();
            }
        } catch (IOException | WorkerDied e) {
            // Without an archive everything works as well, only later.
        }
    }
}
