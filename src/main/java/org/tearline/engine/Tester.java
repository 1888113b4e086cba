package org.tearline.engine;

import java.io.IOException;
import org.tearline.plan.Crossing;
import org.tearline.platform.Platform;
import org.tearline.result.Grading;
import org.tearline.result.Judgement;
import org.tearline.result.Machine;
import org.tearline.result.Seating;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.Verdict;

/**
 * Runs one trial in a forked worker JVM and judges it; survives whatever happens to the worker. One thread runs it;
 * {@link #stop()} may be called by any.
 */
public final class Tester {
    private final TrialRequest request;
    private final Platform platform;
    private volatile WorkerProcess worker;
    private volatile boolean stopped;

    /** Prepares a trial on this machine. */
    public Tester(TrialRequest request, Platform platform) {
        this.request = request;
        this.platform = platform;
    }

    /**
     * Runs the trial to its end, at most its budget's time and some.
     *
     * @throws IOException if no worker can be started
     */
    public TrialResult run(TrialListener listener) throws IOException, InterruptedException {
        if (!request.seats().canOverlap()) {
            return result(null, Grading.without(Verdict.INCONCLUSIVE,
                "one CPU only: a writer and a reader cannot run at the same time"));
        }
        if (forbidden()) {
            return result(null, Grading.without(Verdict.REFUSED,
                "this trial makes locked accesses across a line, and split locks are forbidden (--no-split-locks)"));
        }
        try (WorkerProcess forked = WorkerProcess.start(request.trial().tier())) {
            worker = forked;
            if (stopped) {
                forked.stop();
            }
            return converse(forked, listener);
        }
    }

    /** The machine, as results name it. */
    public Machine machine() {
        return new Machine(platform.cpu(), platform.lineBytes(), platform.pageBytes(), platform.jvm(), platform.os(),
            platform.hypervisor());
    }

    /** The CPUs that the threads are to have. */
    public Seating seating() {
        return seating(null);
    }

    /** Ends the trial early; {@link #run} then returns what was seen so far. Any thread. */
    public void stop() {
        stopped = true;
        WorkerProcess running = worker;
        if (running != null) {
            running.stop();
        }
    }

    private TrialResult converse(WorkerProcess forked, TrialListener listener)
        throws InterruptedException {
        try {
            forked.send(new Message.Assignment(request.trial(), request.budget(), request.seats(), request.geometry(),
                request.stressor(), request.x86(), request.splitLocks()));
        } catch (IOException e) {
            // It is dead already; why is said below.
        }
        try {
            while (true) {
                Message message = forked.receive();
                if (message instanceof Message.FirstTear tear) {
                    listener.firstTear(tear.witness(), tear.nanos());
                } else if (message instanceof Message.Progress progress) {
                    listener.progress(progress.nanos(), progress.changes(), progress.torn(), progress.stressor());
                } else if (message instanceof Message.Finished finished) {
                    TrialOutcome outcome = finished.outcome();
                    return result(outcome, Grading.grade(request.trial(), request.budget(), outcome));
                } else if (message instanceof Message.Failed failed) {
                    return result(null, Grading.without(Verdict.FAULT, failed.reason() + hint()));
                }
            }
        } catch (WorkerDied e) {
            return result(null, Grading.without(Verdict.FAULT, e.getMessage() + hint()));
        }
    }

    private boolean forbidden() {
        return !request.splitLocks() && request.x86() && request.trial().lockedOnX86()
            && request.geometry().crossing(request.trial().offset(), request.trial().width()) != Crossing.NONE;
    }

    private String hint() {
        boolean mayFault = !request.x86() && !request.trial().aligned() && !request.trial().loadsAndStoresOnly();
        return mayFault ? "; this CPU may fault on misaligned accesses that order or lock,"
            + " --write plain --read plain can be tried instead" : "";
    }

    private TrialResult result(TrialOutcome outcome, Judgement judgement) {
        return new TrialResult(request.trial(), request.budget(), machine(), seating(outcome), outcome, judgement);
    }

    private Seating seating(TrialOutcome outcome) {
        Seats seats = request.seats();
        return new Seating(seats.writers(), seats.readers(), outcome != null && outcome.pinned(), seats.note());
    }
}
