// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import org.tearline.verdict.CellReason;

/** The worker JVM has died, and its trial with it. The message says how, the reason what it means for the trial. */
public final class WorkerDied extends Exception {
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
