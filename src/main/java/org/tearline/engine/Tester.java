package org.tearline.engine;

import java.io.IOException;
import java.util.Optional;
import org.tearline.plan.Crossing;
import org.tearline.plan.Tier;
import org.tearline.platform.Platform;
import org.tearline.result.Circumstances;
import org.tearline.result.Controls;
import org.tearline.result.Grading;
import org.tearline.result.Judgement;
import org.tearline.result.Machine;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/**
 * Runs trials in a forked worker JVM and judges them; survives whatever happens to the worker. One thread runs trials;
 * {@link #stop()} may be called by any.
 */
public final class Tester implements AutoCloseable {
    private final Tier tier;
    private final WorkerLink.Starter workers;
    private volatile WorkerLink worker;
    private volatile boolean stopped;

    private Tester(Tier tier, WorkerLink.Starter workers) throws IOException {
        this.tier = tier;
        this.workers = workers;
        this.worker = workers.start(tier);
    }

    /**
     * Forks a worker for trials in this tier. It boots while the caller goes on, so this comes first.
     *
     * @throws IOException if no folder for it or no process can be had
     */
    public static Tester open(Tier tier) throws IOException {
        return open(tier, WorkerProcess::start);
    }

    /** The same with workers of another kind. */
    static Tester open(Tier tier, WorkerLink.Starter workers) throws IOException {
        return new Tester(tier, workers);
    }

    /**
     * Runs one trial to its end, at most its budget's time and some. After a fault the next trial has a new worker.
     *
     * @throws IOException if a new worker is needed and cannot be started
     */
    public TrialResult run(TrialRequest request, Platform platform, TrialListener listener)
        throws IOException, InterruptedException {
        if (!request.seats().canOverlap()) {
            return result(request, platform, null, Grading.without(Verdict.INCONCLUSIVE,
                "one CPU only: a writer and a reader cannot run at the same time"));
        }
        if (forbidden(request)) {
            return result(request, platform, null, Grading.without(Verdict.REFUSED,
                "this trial makes locked accesses across a line, and " + request.splitLocks().cause()));
        }
        if (worker == null) {
            worker = workers.start(tier);
        }
        return converse(request, platform, listener);
    }

    /**
     * Runs the controls of a trial without the trial; empty if the worker did not survive them.
     *
     * @throws IOException if a new worker is needed and cannot be started
     */
    public Optional<Controls> controls(TrialRequest request) throws IOException, InterruptedException {
        if (worker == null) {
            worker = workers.start(tier);
        }
        try {
            worker.send(new Message.RunControls(assignment(request)));
            if (worker.receive() instanceof Message.ControlsDone done) {
                return Optional.of(done.controls());
            }
        } catch (IOException | WorkerDied e) {
            // Controls that kill their worker have not held.
        }
        close();
        return Optional.empty();
    }

    /** Ends the running trial early; {@link #run} then returns what was seen so far. Any thread. */
    public void stop() {
        stopped = true;
        WorkerLink running = worker;
        if (running != null) {
            running.stop();
        }
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }

    private TrialResult converse(TrialRequest request, Platform platform, TrialListener listener)
        throws InterruptedException {
        try {
            worker.send(assignment(request));
            if (stopped) {
                worker.stop();
            }
        } catch (IOException e) {
            // It is dead already; how it died is found out below.
        }
        TrialOutcome provisional = null;
        String end = null;
        while (end == null) {
            try {
                Message message = worker.receive();
                if (message instanceof Message.FirstTear tear) {
                    listener.firstTear(tear.witness(), tear.nanos());
                } else if (message instanceof Message.Progress progress) {
                    listener.progress(progress.nanos(), progress.changes(), progress.torn(), progress.stressor());
                } else if (message instanceof Message.Provisional torn) {
                    provisional = torn.outcome();
                } else if (message instanceof Message.Finished finished) {
                    return graded(request, platform, finished.outcome());
                } else if (message instanceof Message.Failed failed) {
                    end = failed.reason();
                }
            } catch (WorkerDied e) {
                end = e.getMessage();
            }
        }
        close();
        // A tear that was witnessed stands, whatever the question who tore did to the worker.
        return provisional != null ? graded(request, platform, provisional) : fault(request, platform, end);
    }

    private static TrialResult graded(TrialRequest request, Platform platform, TrialOutcome outcome) {
        return result(request, platform, outcome, Grading.grade(request.trial(), request.budget(), outcome,
            new Circumstances(request.geometry().crossing(request.trial().offset(), request.trial().width()),
                request.x86(), request.promised())));
    }

    private static Message.Assignment assignment(TrialRequest request) {
        return new Message.Assignment(request.trial(), request.budget(), request.seats(), request.geometry(),
            request.stressor(), request.x86(), request.splitLocks(), request.controls());
    }

    private static TrialResult fault(TrialRequest request, Platform platform, String reason) {
        boolean mayFault = !request.x86() && !request.trial().aligned() && !request.trial().loadsAndStoresOnly();
        String hint = mayFault ? "; this CPU may fault on misaligned accesses that order or lock,"
            + " --write plain --read plain can be tried instead" : "";
        return result(request, platform, null, Grading.without(Verdict.FAULT, reason + hint));
    }

    private static boolean forbidden(TrialRequest request) {
        return !request.splitLocks().allowed() && request.x86() && request.trial().lockedOnX86()
            && request.geometry().crossing(request.trial().offset(), request.trial().width()) != Crossing.NONE;
    }

    private static TrialResult result(TrialRequest request, Platform platform, TrialOutcome outcome,
                                      Judgement judgement) {
        Seats seats = request.seats();
        return new TrialResult(request.trial(), request.budget(), request.stressor(), machine(platform),
            seats.seating(outcome != null && outcome.pinned()), outcome, judgement);
    }

    /** The machine, as results name it. */
    public static Machine machine(Platform platform) {
        return new Machine(platform.cpu(), platform.lineBytes(), platform.pageBytes(), platform.jvm(), platform.os(),
            platform.hypervisor(), platform.emulated().toString());
    }
}
