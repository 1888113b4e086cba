// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * Records what puts the accesses of threads in order: locks of java.util.concurrent, ordered accesses to aligned words,
 * and objects that pass through queues or stand for tasks and threads. Thread-safe.
 */
public final class Ordering {
    private final Tally.All tallies;
    /** Null if this JDK gives no access to locks. */
    private final Locks locks;
    private final Mappings mappings;
    private final Words words;

    Ordering(Tally.All tallies, Locks locks, Mappings mappings, Words words) {
        this.words = words;
        this.mappings = mappings;
        this.tallies = tallies;
        this.locks = locks;
    }

    public void created(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            locks.created(lock);
        }
    }

    /** Called by the new owner of a lock. */
    public void locked(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            hold(locks.locked(lock));
        }
    }

    /** Called by the owner before it releases a lock. */
    public void unlocked(AbstractOwnableSynchronizer lock) {
        Tally tally = tallies.known();
        if (locks != null && tally != null) {
            tally.release();
            locks.unlocked(lock, tally.clock);
        }
    }

    /** Called by a thread that has just taken a read lock. */
    public void readLocked(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            hold(locks.readLocked(lock));
        }
    }

    /** Called by a thread before it releases a read lock. */
    public void readUnlocked(AbstractOwnableSynchronizer lock) {
        Tally tally = tallies.known();
        if (locks != null && tally != null) {
            tally.release();
            locks.readUnlocked(lock, tally.clock);
        }
    }

    /** Called before an ordered write of an aligned word, or before a thread passes on what it knows by an object. */
    public void released(Object base, long offset) {
        Tally tally = tallies.known();
        if (tally != null) {
            words.release(word(base, offset), tally.clock);
        }
    }

    /** Called after an ordered read of an aligned word, or after a thread has taken an object or waited for it. */
    public void acquired(Object base, long offset) {
        int[] passed = words.acquire(word(base, offset));
        if (passed.length > 0) {
            tallies.own().clock.take(passed);
        }
    }

    private long word(Object base, long offset) {
        long word = offset & -Long.BYTES;
        return base == null ? mappings.samePlace(word) : Keys.of(base, word);
    }

    /** @param passed times from earlier holders; only if there are any, a thread without a tally gets one */
    private void hold(int[] passed) {
        Tally tally = passed.length > 0 ? tallies.own() : tallies.known();
        if (tally != null) {
            tally.hold(passed);
        }
    }
}
