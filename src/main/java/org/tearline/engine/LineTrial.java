package org.tearline.engine;

import java.io.IOException;
import org.tearline.engine.link.Message;
import org.tearline.engine.link.WorkerDied;
import org.tearline.engine.link.WorkerProcess;
import org.tearline.plan.Geometry;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.platform.MeasuredLine;

/** Measures how large a line is by what it costs, in a worker JVM of its own; some seconds. One thread. */
public final class LineTrial {
    private LineTrial() {
    }

    /**
     * Measures.
     *
     * @param cpus where one writer and one reader run
     * @throws IOException if no worker can be started, or if it died
     */
    public static MeasuredLine run(Geometry geometry, ThreadCpus cpus) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(Tier.C2)) {
            worker.send(new Message.MeasureLine(geometry, cpus));
            Message answer = worker.receive();
            while (answer instanceof Message.Progress) {
                answer = worker.receive();
            }
            if (answer instanceof Message.LineMeasured measured) {
                return measured.line();
            }
            throw new IOException("the worker could not measure a line: " + answer);
        } catch (WorkerDied e) {
            throw new IOException("the worker died while it measured a line: " + e.getMessage(), e);
        }
    }
}
