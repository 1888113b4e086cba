// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.nio.file.Path;
import org.tearline.verdict.CellReason;

/** The worker JVM has died, and its trial with it. The message says how, the reason what it means for the trial. */
public final class WorkerDied extends Exception {
    private static final long serialVersionUID = 1L;

    private final CellReason reason;
    private final boolean again;

    /** Creates the report of a death; an interruption as the reason says nothing of what the worker did. */
    public WorkerDied(String message, CellReason reason) {
        this(message, reason, true);
    }

    private WorkerDied(String message, CellReason reason, boolean again) {
        super(message);
        this.reason = reason;
        this.again = again;
    }

    /** Its jar was replaced: what a second worker would run is not what this JVM runs. */
    public static WorkerDied ofReplaced(Path jar) {
        return new WorkerDied(jar + " was replaced or removed while the trial ran: start it again",
            CellReason.STOPPED, false);
    }

    /** Returns whether another worker may do better. */
    public boolean again() {
        return again;
    }

    /** Returns the reason that a cell of this trial has; an interruption if the cause lies outside of the worker. */
    public CellReason reason() {
        return reason;
    }
}
