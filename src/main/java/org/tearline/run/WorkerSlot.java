// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message;
import org.tearline.run.link.WorkerLink;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;

/**
 * The worker of a tester, started when it is needed and replaced if it dies. One thread asks; any thread may call
 * {@link #stop()}.
 */
final class WorkerSlot implements AutoCloseable {
    /** Retries of a task whose worker was killed from outside. More such deaths in a row are no accident. */
    static final int MAX_RETRIES = 3;

    private final Tier tier;
    private final WorkerLink.Starter workers;
    /** Stressors that did not kill a worker when they first ran. */
    final Set<Stressor> survivors = EnumSet.noneOf(Stressor.class);
    private volatile WorkerLink worker;
    /** Whether the current worker has loaded the Vector API, which is done only for vectors. */
    private boolean vectors;
    private volatile boolean stopped;

    WorkerSlot(Tier tier, boolean vectors, WorkerLink.Starter workers) throws IOException {
        this.tier = tier;
        this.workers = workers;
        start(vectors);
    }

    WorkerSlot(WorkerLink first) {
        tier = Tier.C2;
        workers = WorkerProcess::start;
        worker = first;
    }

    /** Asks a worker to run a task; repeats it if the worker was killed from outside. */
    Conversation ask(Message task, TrialSpec trial, TrialListener listener) throws IOException {
        // A worker's flags determine the tier of its loops, so another tier's verdict would be false.
        if (trial.tier() != tier) {
            throw new IllegalArgumentException("a trial of tier " + trial.tier() + " for a worker of tier " + tier);
        }
        boolean ofVectors = trial.width().isVector();
        Conversation conversation = askOnce(task, ofVectors, listener);
        for (int kills = 1; conversation.killed() && kills <= MAX_RETRIES && !stopped; kills++) {
            conversation = askOnce(task, ofVectors, listener);
        }
        return conversation;
    }

    /** Ends the running task early, and every later one at once. Thread-safe. */
    void stop() {
        stopped = true;
        WorkerLink running = worker;
        if (running != null) {
            running.stop();
        }
    }

    boolean stopped() {
        return stopped;
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }

    private void start(boolean forVectors) throws IOException {
        vectors = forVectors;
        worker = workers.start(tier, forVectors);
    }

    private Conversation askOnce(Message task, boolean ofVectors, TrialListener listener) throws IOException {
        if (ofVectors != vectors) {
            close();
        }
        if (worker == null) {
            start(ofVectors);
        }
        worker.onHalt(listener::note);
        worker.send(task);
        // A stop before the task was sent did not end it.
        if (stopped) {
            worker.stop();
        }
        Conversation conversation = new Conversation(worker, listener, survivors);
        conversation.awaitEnd();
        if (conversation.death() != null) {
            close();
        }
        return conversation;
    }
}
