// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import org.tearline.run.link.Message.Limits;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Side;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.TrialSpec;

/**
 * Limits the rounds of trials, and their batches by what a split lock costs on this machine. Not thread-safe.
 */
final class RoundLimits {
    /**
     * The longest batch of split-locked operations, given their cost without contention. On Emerald Rapids, an
     * operation takes 15 us alone, but 70 us under contention. Batches meant to take a millisecond therefore took 4 ms,
     * and the first slices of all stressors took 100 ms of a quarter-second trial.
     */
    private static final long SPLIT_LOCKED_BATCH_NANOS = 100_000;
    /**
     * Most accesses in a batch of a side that does not lock, beside one that does. Each access may wait for a split
     * lock, but very short batches miss tears: on Emerald Rapids, a reader with batches of 1 or 2 saw 2 to 3 % of a CAS
     * writer's changes torn, and with 6 or more about 30 %.
     */
    private static final int BATCH_BESIDE_SPLIT_LOCKS = 32;

    private final AccessRules rules;
    private final SplitLocks splitLocks;
    private long splitLockNanos;
    private boolean splitLockConfirmed;

    RoundLimits(AccessRules rules, SplitLocks splitLocks) {
        this.rules = rules;
        this.splitLocks = splitLocks;
    }

    Limits of(TrialSpec trial, long nanos, long changes, boolean atFirstTear) {
        return new Limits(nanos, changes, atFirstTear, maxBatch(trial, Side.WRITE), maxBatch(trial, Side.READ));
    }

    /** The cost of a split lock, or 0 if split locks are not allowed; measured at the first call. */
    long splitLockNanos() {
        if (splitLocks.allowed() && splitLockNanos == 0) {
            splitLockNanos = SplitLock.time(rules.geometry());
        }
        return splitLockNanos;
    }

    /**
     * Measures a slow split lock again, because an interrupt may have caused it. Called after counting: it takes long.
     */
    void confirmSplitLockNanos() {
        if (!splitLockConfirmed && SplitLock.delayed(splitLockNanos)) {
            splitLockNanos = SplitLock.timeAgain(rules.geometry());
            splitLockConfirmed = true;
        }
    }

    private int maxBatch(TrialSpec trial, Side side) {
        if (!rules.splitLocked(trial)) {
            // The torn values of a batch must fit into the caches.
            return TrialThreads.MAX_BATCH / trial.width().words();
        }
        if (!rules.splitLocked(trial, side)) {
            return BATCH_BESIDE_SPLIT_LOCKS;
        }
        return (int) Math.max(1, Math.min(TrialThreads.MAX_BATCH, SPLIT_LOCKED_BATCH_NANOS / splitLockNanos()));
    }
}
