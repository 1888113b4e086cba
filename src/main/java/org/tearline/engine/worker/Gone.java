// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import java.io.IOException;

/** What a trial needs is gone in the middle of it: the process of its readers, or its memory. Any thread. */
final class Gone extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean killed;

    Gone(String message, boolean killed) {
        super(message);
        this.killed = killed;
    }

    /** Whether the access has nothing to do with it, so that the trial may be run again. */
    boolean killed() {
        return killed;
    }
}
