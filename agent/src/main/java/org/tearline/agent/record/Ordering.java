// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/** Records in which order locks of java.util.concurrent put the accesses of threads. Thread-safe. */
public final class Ordering {
    private final Tally.All tallies;
    /** Null if they cannot be found. */
    private final Locks locks;

    Ordering(Tally.All tallies, Locks locks) {
        this.tallies = tallies;
        this.locks = locks;
    }

    public void created(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            locks.created(lock);
        }
    }

    /** Called by a thread that has just locked it. */
    public void locked(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            hold(locks.locked(lock));
        }
    }

    /** Called by a thread that is about to unlock it. */
    public void unlocked(AbstractOwnableSynchronizer lock) {
        Tally tally = tallies.known();
        if (locks != null && tally != null) {
            tally.release();
            locks.unlocked(lock, tally.clock);
        }
    }

    /** Called by a thread that has just locked it for reading. */
    public void readLocked(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            hold(locks.readLocked(lock));
        }
    }

    /** Called by a thread that has locked it for reading and is about to unlock it. */
    public void readUnlocked(AbstractOwnableSynchronizer lock) {
        Tally tally = tallies.known();
        if (locks != null && tally != null) {
            tally.release();
            locks.readUnlocked(lock, tally.clock);
        }
    }

    /** @param passed by earlier owners; a thread without a tally needs one only if there is something to know */
    private void hold(int[] passed) {
        Tally tally = passed.length > 0 ? tallies.own() : tallies.known();
        if (tally != null) {
            tally.hold(passed);
        }
    }
}
