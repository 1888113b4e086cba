// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.ControlDone;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.Message.Provisional;
import org.tearline.run.link.Message.RunControl;
import org.tearline.run.link.Message.Trying;
import org.tearline.run.link.Message;
import org.tearline.run.link.TesterJvm;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.link.WorkerLink;
import org.tearline.run.link.WorkerProcess;
import org.tearline.run.worker.LocalWorker;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Seen;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.Witness;

/**
 * Sends trials to a worker, in another JVM or in this one, and grades the outcomes. A worker that dies is replaced. One
 * thread runs trials; any thread may call {@link #stop()}.
 */
public final class Tester implements AutoCloseable {
    /** Retries of a task whose worker was killed from outside. More such deaths in a row are no accident. */
    private static final int MAX_RETRIES = 3;
    /** Enough for an access without a stressor to kill the worker; the kernel may delay a split lock by 10 ms. */
    private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Tier tier;
    private final WorkerLink.Starter workers;
    /** Stressors that did not kill a worker when they first ran. */
    private final Set<Stressor> survivors = EnumSet.noneOf(Stressor.class);
    /** Stressors that killed a worker, and others that may do so for the same reason. */
    private final Set<Stressor> without = EnumSet.noneOf(Stressor.class);
    private volatile WorkerLink worker;
    /** Whether the current worker has loaded the Vector API, which is done only for vectors. */
    private boolean vectors;
    private volatile boolean stopped;

    Tester(Tier tier, boolean vectors, WorkerLink.Starter workers) throws IOException {
        this.tier = tier;
        this.workers = workers;
        start(vectors);
    }

    private Tester(WorkerLink first) {
        this.tier = Tier.C2;
        this.workers = WorkerProcess::start;
        this.worker = first;
    }

    /**
     * Opens a tester for a trial and others like it. They run in this JVM if it is a tester's JVM and suits the trial,
     * else in a forked worker.
     */
    public static Tester open(TrialSpec first) throws IOException {
        boolean vectors = first.width().isVector();
        // The heap is excluded because a tester's JVM compresses references.
        boolean here = TesterJvm.FOLDER != null && first.tier() == Tier.C2 && !vectors
            && first.processes() == Processes.ONE && !first.memory().onHeap();
        if (here) {
            return new Tester(new LocalWorker(TesterJvm.FOLDER));
        }
        return open(first.tier(), vectors);
    }

    /**
     * Forks a worker, which starts up while the caller continues. {@code vectors} is set if the first trial is of a
     * vector.
     */
    public static Tester open(Tier tier, boolean vectors) throws IOException {
        return new Tester(tier, vectors, WorkerProcess::start);
    }

    /** Runs one trial, which takes little longer than its budget. After a fault, the next trial gets a new worker. */
    public TrialOutcome run(TrialRequest request, TrialListener listener) throws IOException {
        requireTier(request);
        if (!request.threadCpus().canOverlap()) {
            return TrialOutcome.uncounted(CellReason.ONE_CPU,
                "one CPU only: a writer and a reader cannot run at the same time");
        }
        if (!request.splitLocks().allowed() && request.rules().splitLocked(request.trial())) {
            return TrialOutcome.uncounted(CellReason.of(request.splitLocks()),
                "this trial makes locked accesses across a line, and " + request.splitLocks().cause());
        }
        Conversation conversation = retried(request, new Message.RunTrial(request.without(without)), listener);
        if (conversation.answer instanceof Message.Finished finished) {
            return finished.outcome();
        }
        if (stopped) {
            return TrialOutcome.uncounted(CellReason.STOPPED, CellReason.STOPPED.sentence());
        }
        if (conversation.killed()) {
            return TrialOutcome.uncounted(conversation.death.reason(), "the worker was killed or suspended from"
                + " outside, or could not run, " + (1 + MAX_RETRIES) + " times, most recently: "
                + conversation.death.getMessage());
        }
        if (isSpoiled(request)) {
            return TrialOutcome.uncounted(CellReason.STOPPED, "the mapped file was truncated, moved or replaced");
        }
        if (leaveOutSuspect(request, conversation)) {
            return run(request, listener);
        }
        String fault = conversation.death.getMessage();
        if (request.rules().mayFault(request.trial())) {
            fault += "; this CPU may fault on misaligned ordered or locked accesses; try --write plain --read plain";
        }
        return TrialOutcome.uncounted(conversation.death.reason(), fault);
    }

    /** Whether the mapped file became too short, so that accesses beyond its end fault, or cannot be opened again. */
    private static boolean isSpoiled(TrialRequest request) {
        return request.trial().memory() == Memory.MAPPED && request.file() != null
            && !request.file().holds(Region.bytes(request.rules().geometry().pageBytes()));
    }

    /** Runs only the aligned control of a trial; empty if it cannot run or the worker died. */
    public Optional<Seen> runControl(TrialRequest request) throws IOException {
        requireTier(request);
        if (stopped || !request.threadCpus().canOverlap()) {
            return Optional.empty();
        }
        Conversation conversation = retried(request,
            new RunControl(request.without(without)), TrialListener.SILENT);
        if (conversation.answer instanceof ControlDone done) {
            return Optional.of(done.aligned());
        }
        return Optional.empty();
    }

    /** A worker's flags determine the tier of its loops, so another tier's verdict would be false. */
    private void requireTier(TrialRequest request) {
        if (request.trial().tier() != tier) {
            throw new IllegalArgumentException("a trial of tier " + request.trial().tier() + " for a worker of tier "
                + tier);
        }
    }

    /** Runs a task; repeats it if the worker was killed from outside. */
    private Conversation retried(TrialRequest request, Message task, TrialListener listener) throws IOException {
        Conversation conversation = converse(request, task, listener);
        for (int kills = 1; conversation.killed() && kills <= MAX_RETRIES && !stopped; kills++) {
            conversation = converse(request, task, listener);
        }
        return conversation;
    }

    /** Ends the running trial early; {@link #run} then returns what was counted so far. Thread-safe. */
    public void stop() {
        stopped = true;
        WorkerLink running = worker;
        if (running != null) {
            running.stop();
        }
    }

    public boolean stopped() {
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

    private Conversation converse(TrialRequest request, Message task, TrialListener listener) throws IOException {
        boolean ofVectors = request.trial().width().isVector();
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
        Conversation conversation = new Conversation(listener);
        try {
            conversation.awaitAnswer();
        } catch (TrialFailed e) {
            close();
            conversation.death = e;
        }
        return conversation;
    }

    /** A worker's answer to a task, its death, or both if it died after a witnessed tear, which remains valid. */
    private final class Conversation {
        private final TrialListener listener;
        private Message answer;
        private TrialFailed death;
        /** The stressor that runs for the first time, or null. */
        private Stressor trying;

        Conversation(TrialListener listener) {
            this.listener = listener;
        }

        boolean killed() {
            return answer == null && death.reason().isInterruption();
        }

        void awaitAnswer() throws IOException {
            Message message = worker.receive();
            while (!(message instanceof Message.Finished || message instanceof ControlDone)) {
                hear(message);
                message = worker.receive();
            }
            addSurvivor();
            answer = message;
        }

        void hear(Message message) throws TrialFailed {
            if (message instanceof Progress progress) {
                listener.progress(progress);
            } else if (message instanceof Trying next) {
                addSurvivor();
                trying = next.stressor();
            } else if (message instanceof Provisional torn) {
                keep(torn.outcome());
            } else if (message instanceof Message.Failed failed) {
                // The worker lives, so its stressor is not suspected.
                trying = null;
                throw failed.exception();
            }
        }

        void addSurvivor() {
            if (trying != null) {
                survivors.add(trying);
            }
        }

        void keep(TrialOutcome outcome) {
            List<Witness> witnesses = outcome.tally().witnesses();
            // Another process that writes to the same file makes such values, too.
            boolean undisturbed = outcome.guardsIntact() && outcome.tally().counts().alien() == 0;
            if (answer == null && !witnesses.isEmpty() && undisturbed) {
                listener.firstTear(witnesses.get(0), outcome.firstTornNanos());
            }
            answer = new Message.Finished(outcome);
        }
    }

    /**
     * Leaves out the suspected stressor and similar ones from now on, if a worker survives the same access without a
     * stressor. Returns whether they were left out.
     */
    private boolean leaveOutSuspect(TrialRequest request, Conversation conversation) throws IOException {
        Stressor suspect = conversation.trying;
        if (!Stressor.denotesSeveral(request.stressor()) || suspect == null || suspect == Stressor.NONE) {
            return false;
        }
        TrialRequest alone = request.with(request.trial(), new Budget(ALONE_NANOS, 1, Until.SETTLED),
            Stressor.NONE.toString());
        if (retried(alone, new Message.RunTrial(alone.without(without)), TrialListener.SILENT).answer == null) {
            return false;
        }
        List<Stressor> dangerous = suspect.sharingSuspects(survivors).stream()
            .filter(one -> !without.contains(one))
            .toList();
        without.addAll(dangerous);
        conversation.listener.note("stressors left out from now on: " + dangerous.stream().map(Stressor::toString)
            .collect(Collectors.joining(", ")) + " (with " + suspect + ", " + conversation.death.getMessage() + ")");
        return true;
    }

    /** Called during a trial by the thread that runs it; {@link #note} may also be called by another thread. */
    public interface TrialListener {
        TrialListener SILENT = new TrialListener() { };

        /** Receives the first tear and the counting time until then. */
        default void firstTear(Witness witness, long nanos) {
        }

        /** Called about ten times a second. */
        default void progress(Progress progress) {
        }

        /** Receives a sentence that the user should see. */
        default void note(String sentence) {
        }
    }
}
