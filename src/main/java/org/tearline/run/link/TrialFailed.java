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

    public CellReason reason() {
        return reason;
    }
}
