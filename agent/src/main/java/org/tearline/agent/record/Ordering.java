// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.StampedLock;

/**
 * Records what puts the accesses of threads in order: locks of java.util.concurrent, ordered accesses to aligned words
 * and fields, and objects that pass through queues or stand for tasks and threads. Thread-safe.
 */
public final class Ordering {
    /** Stands for the monitor of an object, as if it were a byte at this offset, which no field has. */
    public static final long MONITOR = 1;
    /** Says of a StampedLock that optimistic reads follow. */
    public static final long OPTIMISTIC = 2;
    /** Says that these were right or will be thrown away. */
    public static final long VALIDATED = 3;

    private final Tally.All tallies;
    /** Null if this JDK gives no access to locks. */
    private final Locks locks;
    private final Mappings mappings;
    private final Words words;
    private final Fields fields;

    Ordering(Tally.All tallies, Locks locks, Mappings mappings, Words words, Fields fields) {
        this.words = words;
        this.fields = fields;
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
        if (base instanceof StampedLock) {
            Clock clock = tallies.own().clock;
            clock.endOptimisticReads(offset == VALIDATED);
            if (offset == OPTIMISTIC) {
                clock.beginOptimisticReads();
            }
            acquire(word(base, 0), false);
            return;
        }
        acquire(word(base, offset), base != null && offset == MONITOR);
    }

    /**
     * Called before an ordered write of a field or element.
     *
     * @param handle see {@link Fields#key}
     */
    public void releasedAt(Object base, Object handle, int index) {
        Tally tally = tallies.known();
        if (tally != null) {
            long key = fields.key(handle, base, index);
            if (key != Fields.UNKNOWN) {
                words.release(key, tally.clock);
            }
        }
    }

    /** Called after an ordered read of a field or element. */
    public void acquiredAt(Object base, Object handle, int index) {
        long key = fields.key(handle, base, index);
        if (key != Fields.UNKNOWN) {
            acquire(key, false);
        }
    }

    private void acquire(long key, boolean fromLock) {
        int[] passed = words.acquire(key);
        if (passed.length > 0 && fromLock) {
            tallies.own().clock.takeFromLock(passed);
        } else if (passed.length > 0) {
            tallies.own().clock.take(passed);
        }
    }

    /** The parts of a word count as one in memory that may be accessed in several sizes. */
    private long word(Object base, long offset) {
        if (base == null) {
            return mappings.samePlace(offset & -Long.BYTES);
        }
        return Keys.of(base, base instanceof byte[] || base instanceof long[] ? offset & -Long.BYTES : offset);
    }

    /** @param passed times from earlier holders; only if there are any, a thread without a tally gets one */
    private void hold(int[] passed) {
        Tally tally = passed.length > 0 ? tallies.own() : tallies.known();
        if (tally != null) {
            tally.hold(passed);
        }
    }
}
