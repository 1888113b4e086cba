// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.RunControl;
import org.tearline.run.link.Message.RunTrial;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerProcess;
import org.tearline.run.worker.LocalWorker;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.TrialOutcome;

/**
 * Sends trials to a worker, in another JVM or in this one, and grades the outcomes. A worker that dies is replaced. One
 * thread runs trials; any thread may call {@link #stop()}.
 */
public final class Tester implements AutoCloseable {
    private final WorkerSlot workers;
    /** Stressors that killed a worker, and others that may do so for the same reason. */
    private final Set<Stressor> without = EnumSet.noneOf(Stressor.class);

    Tester(WorkerSlot workers) {
        this.workers = workers;
    }

    /**
     * Opens a tester for a trial and others like it. They run in this JVM if it is a tester's JVM and suits the trial,
     * else in a forked worker.
     */
    public static Tester open(TrialSpec first) throws IOException {
        if (LocalWorker.suits(first)) {
            return new Tester(new WorkerSlot(new LocalWorker()));
        }
        return open(first.tier(), first.width().isVector());
    }

    /**
     * Forks a worker, which starts up while the caller continues. {@code vectors} is set if the first trial is of a
     * vector.
     */
    public static Tester open(Tier tier, boolean vectors) throws IOException {
        return new Tester(new WorkerSlot(tier, vectors, WorkerProcess::start));
    }

    /** Runs one trial, which takes little longer than its budget. After a fault, the next trial gets a new worker. */
    public TrialOutcome run(TrialRequest request, TrialListener listener) throws IOException {
        if (!request.threadCpus().canOverlap()) {
            return TrialOutcome.uncounted(CellReason.ONE_CPU,
                "one CPU only: a writer and a reader cannot run at the same time");
        }
        if (!request.splitLocks().allowed() && request.rules().splitLocked(request.trial())) {
            return TrialOutcome.uncounted(CellReason.of(request.splitLocks()),
                "this trial makes locked accesses across a line, and " + request.splitLocks().cause());
        }
        Conversation conversation = workers.ask(new RunTrial(request.without(without)), request.trial(), listener);
        if (conversation.outcome() != null) {
            return conversation.outcome();
        }
        if (stopped()) {
            return TrialOutcome.uncounted(CellReason.STOPPED, CellReason.STOPPED.sentence());
        }
        if (conversation.killed()) {
            return TrialOutcome.uncounted(conversation.death().reason(), "the worker was killed or suspended from"
                + " outside, or could not run, " + (1 + WorkerSlot.MAX_RETRIES) + " times, most recently: "
                + conversation.death().getMessage());
        }
        if (request.fileSpoiled()) {
            return TrialOutcome.uncounted(CellReason.STOPPED, "the mapped file was truncated, moved or replaced");
        }
        if (leaveOutSuspect(request, conversation, listener)) {
            return run(request, listener);
        }
        String fault = conversation.death().getMessage();
        if (request.rules().mayFault(request.trial())) {
            fault += "; this CPU may fault on misaligned ordered or locked accesses; try --write plain --read plain";
        }
        return TrialOutcome.uncounted(conversation.death().reason(), fault);
    }

    /** Runs only the aligned control of a trial; empty if it cannot run or the worker died. */
    public Optional<Seen> runControl(TrialRequest request) throws IOException {
        if (stopped() || !request.threadCpus().canOverlap()) {
            return Optional.empty();
        }
        Message task = new RunControl(request.without(without));
        return workers.ask(task, request.trial(), TrialListener.SILENT).control();
    }

    /** Ends the running trial early; {@link #run} then returns what was counted so far. Thread-safe. */
    public void stop() {
        workers.stop();
    }

    public boolean stopped() {
        return workers.stopped();
    }

    @Override
    public void close() {
        workers.close();
    }

    /**
     * Leaves out the suspected stressor and similar ones from now on, if a worker survives the same access without a
     * stressor. Returns whether they were left out.
     */
    private boolean leaveOutSuspect(TrialRequest request, Conversation conversation, TrialListener listener)
        throws IOException {
        Stressor suspect = conversation.suspect();
        if (!Stressor.denotesSeveral(request.stressor()) || suspect == null || suspect == Stressor.NONE) {
            return false;
        }
        Message alone = new RunTrial(request.alone().without(without));
        if (workers.ask(alone, request.trial(), TrialListener.SILENT).outcome() == null) {
            return false;
        }
        List<Stressor> dangerous = suspect.sharingSuspects(workers.survivors).stream()
            .filter(one -> !without.contains(one))
            .toList();
        without.addAll(dangerous);
        listener.note("stressors left out from now on: " + dangerous.stream().map(Stressor::toString)
            .collect(Collectors.joining(", ")) + " (with " + suspect + ", " + conversation.death().getMessage() + ")");
        return true;
    }
}
