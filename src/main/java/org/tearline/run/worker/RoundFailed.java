// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import org.tearline.verdict.CellReason;

/**
 * An access threw, or something that a trial needs is gone: its memory, or the process of its readers. Nothing that was
 * counted in that round may be used.
 */
final class RoundFailed extends IOException {
    private static final long serialVersionUID = 1L;

    private final CellReason reason;

    RoundFailed(String message, CellReason reason) {
        super(message);
        this.reason = reason;
    }

    static RoundFailed of(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            // Of heap, of native memory or of threads, which the system limits: no access takes any of them.
            return new RoundFailed("the worker could get no more memory or threads: " + thrown.getMessage(),
                CellReason.STOPPED);
        }
        return new RoundFailed(thrown.toString(), accessFaulted(thrown) ? CellReason.INTERNAL_ERROR
            : CellReason.WORKER_DIED);
    }

    /** HotSpot's way to say that an access to mapped memory raised SIGBUS. */
    private static boolean accessFaulted(Throwable thrown) {
        return thrown instanceof InternalError || thrown.getCause() != null && accessFaulted(thrown.getCause());
    }

    /** What it means for the trial, which may run again after an interruption. */
    CellReason reason() {
        return reason;
    }
}
