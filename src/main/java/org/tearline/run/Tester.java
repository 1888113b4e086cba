// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.run.link.Message;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.run.link.Message.WorkerLink;
import org.tearline.run.link.Message.WorkerLink.WorkerDied;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Grading.Circumstances;
import org.tearline.verdict.Grading.Promised;
import org.tearline.verdict.Tally.Witness;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.TrialResult.Controls;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.TrialResult.TrialOutcome;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.Verdict.CellReason;

/**
 * Runs trials in a forked worker JVM and judges them; survives whatever happens to the worker. One thread runs trials;
 * {@link #stop()} may be called by any.
 */
public final class Tester implements AutoCloseable {
    /** If workers are killed again and again, it is no accident. */
    private static final int MAX_RETRIES = 3;
    /** The access by itself, to see whether it kills: a split lock that the kernel punishes takes 10 ms. */
    private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Tier tier;
    private final WorkerLink.Starter workers;
    private final Set<Stressor> survivors = EnumSet.noneOf(Stressor.class);
    private final Set<Stressor> without = EnumSet.noneOf(Stressor.class);
    private volatile WorkerLink worker;
    /** Whether that worker is one for vectors: other trials have one without the module. */
    private boolean vectors;
    private volatile boolean stopped;

    Tester(Tier tier, boolean vectors, WorkerLink.Starter workers) throws IOException {
        this.tier = tier;
        this.workers = workers;
        start(vectors);
    }

    /** Forks a worker, which boots while the caller goes on; vectors says whether the first trials are of these. */
    public static Tester open(Tier tier, boolean vectors) throws IOException {
        return new Tester(tier, vectors, WorkerProcess.STARTER);
    }

    /** {@link #run(TrialRequest, Promised, Supplier, TrialListener)} where the machine is known. */
    public TrialResult run(TrialRequest request, Promised promised, Machine machine, TrialListener listener)
        throws IOException, InterruptedException {
        return run(request, promised, () -> machine, listener);
    }

    /**
     * Runs one trial to its end, at most its budget's time and some. After a fault the next trial has a new worker.
     *
     * @param promised what the vendor of this CPU promises; asked once something is to be judged
     * @param machine  the machine that the trial runs on; asked when the trial is over
     */
    public TrialResult run(TrialRequest request, Promised promised, Supplier<Machine> machine, TrialListener listener)
        throws IOException, InterruptedException {
        if (!request.threadCpus().canOverlap()) {
            return result(request, machine, null, Grading.without(Verdict.INCONCLUSIVE,
                CellReason.ONE_CPU, "one CPU only: a writer and a reader cannot run at the same time"));
        }
        if (forbidden(request)) {
            return result(request, machine, null, Grading.without(Verdict.REFUSED,
                CellReason.of(request.splitLocks()), "this trial makes locked accesses across a line, and "
                    + request.splitLocks().cause()));
        }
        for (int kills = 0;;) {
            Message.Assignment trial = assignment(request);
            End end = converse(trial, trial, listener);
            if (end instanceof Measured measured) {
                return result(request, machine, measured.outcome, Grading.grade(request.trial(), request.budget(),
                    measured.outcome, new Circumstances(request.rules(), promised,
                        machine.get().emulated() != Emulated.UNKNOWN)));
            }
            if (stopped) {
                return result(request, machine, null, Grading.without(Verdict.INCONCLUSIVE,
                    CellReason.STOPPED, CellReason.STOPPED.sentence()));
            }
            if (end instanceof Died died) {
                if (!died.killed() && !leftOut(request, died, listener)) {
                    return fault(request, machine, died);
                }
                if (died.killed() && !died.again) {
                    return result(request, machine, null, Grading.without(Verdict.INCONCLUSIVE, died.reason,
                        died.words));
                }
                if (died.killed() && ++kills > MAX_RETRIES) {
                    return result(request, machine, null, Grading.without(Verdict.INCONCLUSIVE,
                        died.reason, "the worker was killed or suspended from outside, " + kills
                            + " times; the last time " + died.words));
                }
            }
        }
    }

    /** Runs the controls of a trial without the trial; empty if the worker did not survive them. */
    public Optional<Controls> controls(TrialRequest request) throws IOException, InterruptedException {
        for (int kills = 0; kills <= MAX_RETRIES && !stopped; kills++) {
            Message.Assignment like = assignment(request);
            End end = converse(like, new Message.RunControls(like), TrialListener.SILENT);
            if (end instanceof Controlled controlled) {
                return Optional.of(controlled.controls);
            }
            if (end instanceof Died died && !died.killed()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Ends the running trial early; {@link #run} then returns what was seen so far. Thread-safe. */
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

    /** Ends all workers of this JVM, which is about to end itself, and starts none any more. Thread-safe. */
    public static void endAll() {
        WorkerProcess.endAll();
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }

    /** How a conversation with a worker ended. */
    private sealed interface End {
    }

    /** With an outcome, though the worker may have died after it. */
    private record Measured(TrialOutcome outcome) implements End {
    }

    private record Controlled(Controls controls) implements End {
    }

    /**
     * With the worker's death.
     *
     * @param words  how it died
     * @param reason what that means for the trial
     * @param again  whether another worker may do better
     * @param trying the stressor that had not been survived before, or null
     */
    private record Died(String words, CellReason reason, boolean again, Stressor trying) implements End {
        boolean killed() {
            return reason != null && reason.isInterruption();
        }
    }

    private void start(boolean forVectors) throws IOException {
        vectors = forVectors;
        worker = workers.start(tier, forVectors);
    }

    private End converse(Message.Assignment trial, Message task, TrialListener listener)
        throws IOException, InterruptedException {
        boolean ofVectors = trial.request().trial().width().isVector();
        if (ofVectors != vectors) {
            close();
        }
        if (worker == null) {
            start(ofVectors);
        }
        worker.onHalt(listener::note);
        try {
            worker.send(task);
            if (stopped) {
                worker.stop();
            }
        } catch (IOException e) {
            // It is dead already; how it died is found out below.
        }
        TrialOutcome witnessed = null;
        Stressor trying = null;
        String death = null;
        CellReason reason = null;
        boolean again = true;
        while (death == null) {
            try {
                Message message = worker.receive();
                if (message instanceof Message.FirstTear tear) {
                    listener.firstTear(tear.witness(), tear.nanos());
                } else if (message instanceof Message.Progress progress) {
                    listener.progress(progress.nanos(), progress.changes(), progress.torn(), progress.stressor());
                } else if (message instanceof Message.Trying next) {
                    survive(trying);
                    trying = next.stressor();
                } else if (message instanceof Message.Provisional torn) {
                    witnessed = torn.outcome();
                } else if (message instanceof Message.Finished finished) {
                    survive(trying);
                    return new Measured(finished.outcome());
                } else if (message instanceof Message.ControlsDone done) {
                    return new Controlled(done.controls());
                } else if (message instanceof Message.Failed failed) {
                    trying = null;
                    death = failed.words();
                    reason = failed.reason();
                }
            } catch (WorkerDied e) {
                death = e.getMessage();
                reason = e.reason();
                again = e.again();
            }
        }
        close();
        // A tear that was witnessed stands, whatever then became of the worker.
        return witnessed != null ? new Measured(witnessed) : new Died(death, reason, again, trying);
    }

    private void survive(Stressor tried) {
        if (tried != null) {
            survivors.add(tried);
        }
    }

    /** Whether the stressor killed the worker, because the access alone does not; it is then left out from now on. */
    private boolean leftOut(TrialRequest request, Died died, TrialListener listener)
        throws IOException, InterruptedException {
        Stressor suspect = died.trying;
        boolean chosen = Stressor.chosenLater(request.stressor());
        if (!chosen || suspect == null || suspect == Stressor.NONE) {
            return false;
        }
        TrialRequest alone = new TrialRequest(request.trial(), new Budget(ALONE_NANOS, 1, Until.SETTLED),
            request.threadCpus(), request.rules(), Stressor.NONE.toString(), request.splitLocks(), request.file(),
            false);
        Message.Assignment trial = assignment(alone);
        if (converse(trial, trial, TrialListener.SILENT) instanceof Died) {
            return false;
        }
        List<Stressor> dangerous = suspect.likeThis(survivors).stream().filter(one -> !without.contains(one)).toList();
        without.addAll(dangerous);
        listener.note("left out from now on, because " + died.words + " with " + suspect + ": "
            + dangerous.stream().map(Stressor::toString).collect(Collectors.joining(", ")));
        return true;
    }

    private Message.Assignment assignment(TrialRequest request) {
        return new Message.Assignment(request, List.copyOf(without));
    }

    private static TrialResult fault(TrialRequest request, Supplier<Machine> machine, Died died) {
        String hint = request.rules().mayFault(request.trial())
            ? "; this CPU may fault on misaligned accesses that order or lock,"
            + " --write plain --read plain can be tried instead" : "";
        return result(request, machine, null, Grading.without(Verdict.FAULT, died.reason, died.words + hint));
    }

    private static boolean forbidden(TrialRequest request) {
        return !request.splitLocks().allowed() && request.rules().splitLocked(request.trial());
    }

    private static TrialResult result(TrialRequest request, Supplier<Machine> machine, TrialOutcome outcome,
                                      Judgement judgement) {
        return new TrialResult(request.trial(), request.budget(), request.stressor(), machine.get(),
            request.threadCpus(), outcome, judgement, request.rules().geometry());
    }

    /** Called while a trial runs, by the thread that runs it. */
    public interface TrialListener {
        /** For those who only want the whole result. */
        TrialListener SILENT = new TrialListener() { };

        /** The first tear was seen, after so much counting time. */
        default void firstTear(Witness witness, long nanos) {
        }

        /** Still counting; called some ten times a second. */
        default void progress(long nanos, long changes, long torn, String stressor) {
        }

        /** A sentence that the reader of the result should know. */
        default void note(String sentence) {
        }
    }
}
