// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

/** The worker JVM has died, and its trial with it. The message says how. */
public final class WorkerDied extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean killed;

    public WorkerDied(String message) {
        this(message, false);
    }

    /** The same; killed if the cause lies outside, which says nothing of what the worker did. */
    public WorkerDied(String message, boolean killed) {
        super(message);
        this.killed = killed;
    }

    /** Whether the cause lies outside: a user, the kernel for want of memory, a machine that gave it no time. */
    public boolean killed() {
        return killed;
    }
}
