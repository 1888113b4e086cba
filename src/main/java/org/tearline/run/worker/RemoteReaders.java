// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import org.tearline.run.link.Message.HasRead;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Tier;
import org.tearline.verdict.CellReason;

/**
 * The readers of a two-process trial. They run in another worker, which maps the same file and dies with this one.
 * Used by one thread; any thread may call {@link #stop()}.
 */
final class RemoteReaders implements AutoCloseable {
    private final WorkerProcess process;
    /** The answer to the last round; null before the first. */
    private HasRead last;

    /** Starts the process, which boots while the writers' loops are compiled. */
    RemoteReaders(Tier tier) throws TrialFailed {
        try {
            process = WorkerProcess.startWithin(tier);
        } catch (IOException e) {
            throw new TrialFailed("cannot start a process for the readers: " + e.getMessage(), CellReason.STOPPED);
        }
    }

    /** Runs a round with writers in this process. */
    RoundTally run(Round round, TrialRequest request, TrialThreads writers) throws IOException {
        writers.begin(round);
        writers.awaitWriters(round);
        try {
            process.send(new Message.Read(request, round.place.trial(), round.place.where(),
                round.place.slot(), round.kernels.stressor(), round.limits));
            Message answer = process.receive();
            if (answer instanceof Message.Failed failed) {
                throw failed.exception();
            }
            last = (HasRead) answer;
        } catch (TrialFailed e) {
            throw new TrialFailed("the reading process: " + e.getMessage(), e.reason());
        } finally {
            round.over = true;
        }
        RoundTally all = writers.finish(round);
        all.join(last);
        return all;
    }

    /** Whether all readers stayed on their CPUs in the last round. */
    boolean placed() {
        return last == null || last.placed();
    }

    void stop() {
        process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
