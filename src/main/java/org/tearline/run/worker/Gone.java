// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import org.tearline.verdict.CellReason;

/**
 * Thrown when something that a trial needs is gone in the middle of it: the process of its readers, or its memory.
 * Thread-safe.
 */
final class Gone extends IOException {
    private static final long serialVersionUID = 1L;

    private final CellReason reason;

    Gone(String message, CellReason reason) {
        super(message);
        this.reason = reason;
    }

    /**
     * Returns what it means for the trial, which may run again after an interruption: the access has no part in that.
     */
    CellReason reason() {
        return reason;
    }
}
