// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.ControlDone;
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
    private Message answer;
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
            awaitAnswer();
        } catch (TrialFailed e) {
            death = e;
        }
    }

    TrialFailed death() {
        return death;
    }

    /** The outcome of a trial, or null. */
    TrialOutcome outcome() {
        if (answer instanceof Message.Finished finished) {
            return finished.outcome();
        }
        return null;
    }

    /** The result of an aligned control. */
    Optional<Seen> control() {
        if (answer instanceof ControlDone done) {
            return Optional.of(done.aligned());
        }
        return Optional.empty();
    }

    /** The stressor that ran for the first time when the worker died, or null. */
    Stressor suspect() {
        return trying;
    }

    /** Whether the worker died of something from outside. */
    boolean killed() {
        return answer == null && death.reason().isInterruption();
    }

    private void awaitAnswer() throws IOException {
        Message message = worker.receive();
        while (!(message instanceof Message.Finished || message instanceof ControlDone)) {
            hear(message);
            message = worker.receive();
        }
        addSurvivor();
        answer = message;
    }

    private void hear(Message message) throws TrialFailed {
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

    private void addSurvivor() {
        if (trying != null) {
            survivors.add(trying);
        }
    }

    private void keep(TrialOutcome outcome) {
        List<Witness> witnesses = outcome.tally().witnesses();
        // Another process that writes to the same file makes such values, too.
        boolean undisturbed = outcome.guardsIntact() && outcome.tally().counts().alien() == 0;
        if (answer == null && !witnesses.isEmpty() && undisturbed) {
            listener.firstTear(witnesses.get(0), outcome.firstTornNanos());
        }
        answer = new Message.Finished(outcome);
    }
}
