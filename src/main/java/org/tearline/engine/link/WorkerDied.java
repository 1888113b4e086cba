// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

import org.tearline.result.CellReason;

/** The worker JVM has died, and its trial with it. The message says how, the reason what it means for the trial. */
public final class WorkerDied extends Exception {
    private static final long serialVersionUID = 1L;

    private final CellReason reason;

    /** Creates the report of a death; an interruption as the reason says nothing of what the worker did. */
    public WorkerDied(String message, CellReason reason) {
        super(message);
        this.reason = reason;
    }

    /** Returns the reason that a cell of this trial has; an interruption if the cause lies outside of the worker. */
    public CellReason reason() {
        return reason;
    }
}
