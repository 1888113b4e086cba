// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.machine.JvmFlag;
import org.tearline.run.link.Message;
import org.tearline.run.link.WorkerDied;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Tier;

/** HotSpot's flags in the JVM that runs the loops: the worker's, not this one's. Thread-safe. */
public final class WorkerFlags {
    private WorkerFlags() {
    }

    /**
     * Asks a worker of its own, which runs no trial: every worker for a tier has the same command line, and inherits no
     * options from the environment.
     *
     * @throws IOException if no worker can be had, or if it died
     */
    public static SortedMap<JvmFlag, String> of(Tier tier) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(tier)) {
            return askedOf(worker);
        } catch (WorkerDied e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Asks this worker, which must be at rest. */
    static SortedMap<JvmFlag, String> askedOf(WorkerProcess worker)
        throws IOException, InterruptedException, WorkerDied {
        worker.send(new Message.AskFlags());
        SortedMap<JvmFlag, String> flags = new TreeMap<>();
        if (worker.receive() instanceof Message.Flags answer) {
            answer.flags().forEach(flag -> flags.put(flag.flag(), flag.value()));
        }
        return flags;
    }
}
