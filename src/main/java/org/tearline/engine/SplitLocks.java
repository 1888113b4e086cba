package org.tearline.engine;

import org.tearline.platform.SplitLockCost;
import org.tearline.result.file.CellReason;

/** Whether trials may lock across a line, and if not, why. Immutable. */
public enum SplitLocks {
    /** They may. */
    ALLOWED(null, null),
    /** The user does not want them. */
    FORBIDDEN_BY_USER(CellReason.SPLIT_LOCKS_NOT_ALLOWED, "split locks are forbidden (--no-split-locks)"),
    /** The kernel or the hypervisor makes the offender wait. */
    SLOWED(CellReason.SPLIT_LOCKS_SLOWED, CellReason.SPLIT_LOCKS_SLOWED.sentence()),
    /** The kernel kills the offender. */
    FATAL(CellReason.SPLIT_LOCKS_FATAL, CellReason.SPLIT_LOCKS_FATAL.sentence());

    private final CellReason reason;
    private final String cause;

    SplitLocks(CellReason reason, String cause) {
        this.reason = reason;
        this.cause = cause;
    }

    /** What a sweep may do on a machine with these costs. Where nobody could time them, the trials will tell. */
    public static SplitLocks after(SplitLockCost cost) {
        return switch (cost.finding()) {
            case NATIVE, NOT_TIMED -> ALLOWED;
            case SLOWED -> SLOWED;
            case FATAL -> FATAL;
        };
    }

    /** Whether they may be made. */
    public boolean allowed() {
        return this == ALLOWED;
    }

    /** Why a cell was left out; null if they are allowed. */
    public CellReason reason() {
        return reason;
    }

    /** The same for the user who asked for one trial, as the second half of a sentence. */
    String cause() {
        return cause;
    }
}
