// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** Whether trials may use split locks, or why not. */
public enum SplitLocks {
    ALLOWED(null),
    FORBIDDEN_BY_USER("split locks are forbidden (--no-split-locks)"),
    SLOWED("split locks are slowed down"),
    FATAL("the kernel kills processes that lock across a line");

    private final String cause;

    SplitLocks(String cause) {
        this.cause = cause;
    }

    public boolean allowed() {
        return this == ALLOWED;
    }

    /** The reason as a clause, or null if split locks are allowed. */
    public String cause() {
        return cause;
    }
}
