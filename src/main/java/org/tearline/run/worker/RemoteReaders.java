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
 * The readers of a two-process trial: another worker, which maps the same file and dies with this one. Used by one
 * thread; any thread may call {@link #stop()}.
 */
final class RemoteReaders implements AutoCloseable {
    private final WorkerProcess process;
    private boolean placed = true;
    private String problem;

    /** Starts the process, which boots while the writers' loops are compiled. */
    RemoteReaders(Tier tier) throws RoundFailed {
        try {
            this.process = WorkerProcess.startWithin(tier);
        } catch (IOException e) {
            throw new RoundFailed("cannot start a process for the readers: " + e.getMessage(), CellReason.STOPPED);
        }
    }

    void begin(Message.Read order) {
        try {
            process.send(order);
        } catch (IOException e) {
            // The process is dead; finish() finds out why.
        }
    }

    /** Waits until the readers end the round. */
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
                : new RoundFailed("unexpected answer of the reading process: " + answer, CellReason.WORKER_DIED);
        } catch (WorkerDied e) {
            throw new RoundFailed("the reading process: " + e.getMessage(), e.reason());
        }
    }

    /** Whether all readers stayed on their CPUs in the last round. */
    boolean placed() {
        return placed;
    }

    /** Why the last round did not run in the requested tier, or null. */
    String problem() {
        return problem;
    }

    void stop() {
        process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
