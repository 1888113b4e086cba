// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import org.tearline.verdict.CellReason;

/**
 * Thrown if a worker has died, failed or was silent for too long, and inside a worker if an access threw, the heap
 * array moved or the readers' process failed. Any counts are invalid. The message says how.
 */
public final class TrialFailed extends IOException {
    private static final long serialVersionUID = 1L;

    private final CellReason reason;

    public TrialFailed(String message, CellReason reason) {
        super(message);
        this.reason = reason;
    }

    /** Returns the failure that something thrown in a worker means. */
    public static TrialFailed of(Throwable thrown) {
        if (thrown instanceof TrialFailed failed) {
            return failed;
        }
        if (thrown instanceof OutOfMemoryError) {
            // Heap, native memory or threads ran out. Accesses need none of these, so the access is not at fault.
            return new TrialFailed("the worker ran out of memory or threads: " + thrown.getMessage(),
                CellReason.STOPPED);
        }
        if (accessFaulted(thrown)) {
            return new TrialFailed(thrown.toString(), CellReason.INTERNAL_ERROR);
        }
        return new TrialFailed(thrown.toString(), CellReason.WORKER_DIED);
    }

    /** HotSpot throws an InternalError if an access to mapped memory raised SIGBUS. */
    private static boolean accessFaulted(Throwable thrown) {
        return thrown instanceof InternalError || thrown.getCause() != null && accessFaulted(thrown.getCause());
    }

    public CellReason reason() {
        return reason;
    }
}
