// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.util.function.Consumer;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.verdict.CellReason;

/**
 * The parent's end of a conversation with a worker, so that what is judged does not depend on how a worker is run. One
 * thread converses; {@link #stop()} and {@link #close()} may be called by any.
 */
public interface WorkerLink extends AutoCloseable {

    /** Starts workers. */
    @FunctionalInterface
    interface Starter {
        /** The loops of the worker will reach this tier, and access vectors if asked for. */
        WorkerLink start(Tier tier, boolean vectors) throws IOException;
    }

    void send(Message message) throws IOException;

    /**
     * Waits for the next message.
     *
     * @throws WorkerDied  if there will be none
     * @throws IOException if nothing that it says can be believed, because its files are incomplete
     */
    Message receive() throws WorkerDied, IOException, InterruptedException;

    /** Whom to tell of a worker that was halted by a signal; it is waited for. */
    default void onHalt(Consumer<String> notice) {
    }

    /** Asks for what was seen so far; a worker that is gone is not asked. */
    void stop();

    @Override
    void close();

    /** The worker JVM has died, and its trial with it. The message says how, the reason what it means for the trial. */
    final class WorkerDied extends Exception {
        private static final long serialVersionUID = 1L;

        private final CellReason reason;
        private final boolean again;

        public WorkerDied(String message, CellReason reason) {
            this(message, reason, true);
        }

        /** Again says whether another worker may do better. */
        public WorkerDied(String message, CellReason reason, boolean again) {
            super(message);
            this.reason = reason;
            this.again = again;
        }

        public boolean again() {
            return again;
        }

        public CellReason reason() {
            return reason;
        }
    }
}
