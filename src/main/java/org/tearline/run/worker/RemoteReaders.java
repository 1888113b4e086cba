// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import org.tearline.run.link.Message;
import org.tearline.run.link.Message.WorkerLink.WorkerDied;
import org.tearline.run.link.WorkerProcess;
import org.tearline.run.worker.Round.RoundFailed;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.Verdict.CellReason;

/**
 * The readers of a trial in two processes, seen from the process of its writers: another worker, which has mapped the
 * same file. It dies with this one. One orchestrating thread; {@link #stop()} may be called by any.
 */
final class RemoteReaders implements AutoCloseable {
    private final WorkerProcess process;
    private boolean placed = true;
    private String problem;

    /** The process boots while the loops of the writers are compiled. */
    RemoteReaders(Tier tier) throws RoundFailed {
        try {
            this.process = WorkerProcess.startWithin(tier);
        } catch (IOException e) {
            throw new RoundFailed("no process for the readers: " + e.getMessage(), CellReason.STOPPED);
        }
    }

    void begin(Message.Read order) {
        try {
            process.send(order);
        } catch (IOException e) {
            // It is dead already; how it died is found out when the round ends.
        }
    }

    /** Waits for the end of the round, which the readers decide. */
    RoundTally finish() throws IOException, InterruptedException {
        try {
            Message answer = process.receive();
            if (answer instanceof Message.HasRead read) {
                placed = read.placed();
                problem = read.problem();
                return RoundTally.of(read);
            }
            throw answer instanceof Message.Failed failed
                ? new RoundFailed("the reading process: " + failed.words(), failed.reason())
                : new RoundFailed("the reading process said " + answer, CellReason.WORKER_DIED);
        } catch (WorkerDied e) {
            throw new RoundFailed("the reading process: " + e.getMessage(), e.reason());
        }
    }

    /** Whether all readers had their CPUs in the last round. */
    boolean placed() {
        return placed;
    }

    /** Why the last round did not run in the wanted tier, or null. */
    String problem() {
        return problem;
    }

    /** Ends the running round early and makes every later one end at once. */
    void stop() {
        process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
