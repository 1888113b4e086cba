// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** Whether trials may lock across a line, and if not, why. */
public enum SplitLocks {
    ALLOWED(null),
    FORBIDDEN_BY_USER("split locks are forbidden (--no-split-locks)"),
    SLOWED("the kernel slows locking across a line, so it was left out"),
    FATAL("the kernel kills processes that lock across a line");

    private final String cause;

    SplitLocks(String cause) {
        this.cause = cause;
    }

    public boolean allowed() {
        return this == ALLOWED;
    }

    /** The second half of a sentence; null if they are allowed. */
    public String cause() {
        return cause;
    }
}
