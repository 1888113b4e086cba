// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.tearline.run.link.DaemonThread;
import org.tearline.run.link.Message;
import org.tearline.run.link.TesterJvm;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.WorkerFolder;
import org.tearline.run.link.WorkerLink;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;

/**
 * A worker in this JVM, which Main has started with the flags of a worker. If an access kills the JVM, Main runs the
 * command again. One thread receives; any thread may call all other methods.
 */
public final class LocalWorker implements WorkerLink {
    private final Worker worker;
    private final BlockingQueue<Message> answers = new LinkedBlockingQueue<>();

    /** Starts the worker's thread. The JVM writes its compilation log to its folder. */
    public LocalWorker() {
        worker = new Worker(TesterJvm.FOLDER.resolve("compilations"), answers::add);
        new DaemonThread(this::work, "worker").start();
    }

    /** Whether such a trial can run in this JVM. */
    public static boolean suits(TrialSpec trial) {
        // The heap is excluded because a tester's JVM compresses references.
        return TesterJvm.FOLDER != null && trial.tier() == Tier.C2 && !trial.width().isVector()
            && trial.processes() == Processes.ONE && !trial.memory().onHeap();
    }

    private void work() {
        try {
            worker.work();
        } catch (LinkageError e) {
            // The thread that waits for an answer may need classes that are lost, too.
            System.err.println("tester: the jar was overwritten while it ran: start again (" + e.getMessage() + ")");
            Runtime.getRuntime().halt(TesterJvm.INTERNAL_ERROR);
        }
    }

    @Override
    public void send(Message message) {
        worker.receive(message);
    }

    @Override
    public Message receive() throws IOException {
        Message message = null;
        try {
            // If this process is suspended, for example by Ctrl-Z, that counts as one second at most.
            for (int seconds = 0; message == null && seconds < SILENCE_SECONDS; seconds++) {
                message = answers.poll(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (message == null) {
            throw new TrialFailed("the trial was silent for " + SILENCE_SECONDS + " s", CellReason.WORKER_SILENT);
        }
        new WorkerFolder(TesterJvm.FOLDER).check(message);
        return message;
    }

    /** Stops the trial; its threads park. */
    @Override
    public void close() {
        stop();
        // At the end, so as not to delay the first tear.
        WorkerFolder.removeAbandoned();
    }
}
