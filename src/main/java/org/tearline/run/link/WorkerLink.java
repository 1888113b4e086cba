// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.util.function.Consumer;
import org.tearline.trial.Tier;

/**
 * The parent's connection to a worker; tests replace it with a fake. One thread sends and receives; any thread may
 * call {@link #stop()} and {@link #close()}.
 */
public interface WorkerLink extends AutoCloseable {
    /** A worker reports ten times a second, but may compile for seconds on an overloaded machine. */
    int SILENCE_SECONDS = 30;

    /** Creates connections to new workers. */
    @FunctionalInterface
    interface Starter {
        /** Starts a worker that compiles to this tier, with the Vector API if {@code vectors} is set. */
        WorkerLink start(Tier tier, boolean vectors) throws IOException;
    }

    /** Does nothing if the worker has died; {@link #receive} then reports why. */
    void send(Message message);

    /**
     * Waits for the next message.
     *
     * @throws TrialFailed  if the worker has died or was silent for too long
     * @throws IOException if the worker's log is incomplete or its jar was replaced, so that its messages cannot be
     *                     trusted
     */
    Message receive() throws IOException;

    /** Sets the listener to notify if a signal stops the worker; {@link #receive} then keeps waiting. */
    default void onHalt(Consumer<String> notice) {
    }

    /** Ends the running trial early; does nothing if the worker has died. */
    default void stop() {
        send(new Message.Stop());
    }

    @Override
    void close();
}
