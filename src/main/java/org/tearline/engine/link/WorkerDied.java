package org.tearline.engine.link;

/** The worker JVM has died, and its trial with it. The message says how. */
public final class WorkerDied extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean killed;

    public WorkerDied(String message) {
        this(message, false);
    }

    /** The same; killed if somebody else sent the signal, which says nothing of what the worker did. */
    public WorkerDied(String message, boolean killed) {
        super(message);
        this.killed = killed;
    }

    /** Whether somebody else killed it: a user, or the kernel for want of memory. */
    public boolean killed() {
        return killed;
    }
}
