// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** Says whether trials may lock across a line, and if not, why. Immutable. */
public enum SplitLocks {
    ALLOWED(null),
    FORBIDDEN_BY_USER("split locks are forbidden (--no-split-locks)"),
    /** The kernel or the hypervisor makes the offender wait. */
    SLOWED("the kernel slows locking across a line, so it was left out"),
    /** The kernel kills the offender. */
    FATAL("the kernel kills processes that lock across a line");

    private final String cause;

    SplitLocks(String cause) {
        this.cause = cause;
    }

    /** Returns whether they may be made. */
    public boolean allowed() {
        return this == ALLOWED;
    }

    /** Returns why they may not, as the second half of a sentence; null if they may. */
    public String cause() {
        return cause;
    }
}
