// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.ControlDone;
import org.tearline.run.link.Message.Failed;
import org.tearline.run.link.Message.Finished;
import org.tearline.run.link.Message.Progress;
import org.tearline.run.link.Message.Provisional;
import org.tearline.run.link.Message.Trying;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.WorkerLink;
import org.tearline.verdict.Seen;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.Witness;

/**
 * A worker's answer to a task, its death, or both if it died after a witnessed tear, which remains valid. Not
 * thread-safe.
 */
final class Conversation {
    private final WorkerLink worker;
    private final TrialListener listener;
    /** Receives the stressors that do not kill the worker when they first run. */
    private final Set<Stressor> survivors;
    private TrialOutcome outcome;
    private Optional<Seen> control = Optional.empty();
    private TrialFailed death;
    /** The stressor that runs for the first time, or null. */
    private Stressor trying;

    Conversation(WorkerLink worker, TrialListener listener, Set<Stressor> survivors) {
        this.worker = worker;
        this.listener = listener;
        this.survivors = survivors;
    }

    /** Waits until the worker has answered or died. */
    void awaitEnd() throws IOException {
        try {
            boolean answered;
            do {
                answered = hear(worker.receive());
            } while (!answered);
            addSurvivor();
        } catch (TrialFailed e) {
            death = e;
        }
    }

    /** How the worker died, or null. */
    TrialFailed death() {
        return death;
    }

    /** The outcome of a trial, or null. */
    TrialOutcome outcome() {
        return outcome;
    }

    /** The result of an aligned control. */
    Optional<Seen> control() {
        return control;
    }

    /** The stressor that ran for the first time when the worker died, or null. */
    Stressor suspect() {
        return trying;
    }

    /** Whether the worker died of something from outside before it sent any outcome. */
    boolean killed() {
        return death != null && outcome == null && death.reason().isInterruption();
    }

    /** Returns whether this message is the answer. */
    private boolean hear(Message message) throws TrialFailed {
        if (message instanceof Finished finished) {
            outcome = finished.outcome();
            return true;
        }
        if (message instanceof ControlDone done) {
            control = Optional.of(done.aligned());
            return true;
        }
        if (message instanceof Progress progress) {
            listener.progress(progress);
        } else if (message instanceof Trying next) {
            addSurvivor();
            trying = next.stressor();
        } else if (message instanceof Provisional torn) {
            keep(torn.outcome());
        } else if (message instanceof Failed failed) {
            // The worker lives, so its stressor is not suspected.
            trying = null;
            throw failed.exception();
        }
        return false;
    }

    private void addSurvivor() {
        if (trying != null) {
            survivors.add(trying);
        }
    }

    private void keep(TrialOutcome torn) {
        List<Witness> witnesses = torn.tally().witnesses();
        // Another process that writes to the same file makes such values, too.
        boolean undisturbed = torn.guardsIntact() && torn.tally().counts().alien() == 0;
        if (outcome == null && !witnesses.isEmpty() && undisturbed) {
            listener.firstTear(witnesses.get(0), torn.firstTornNanos());
        }
        outcome = torn;
    }
}
