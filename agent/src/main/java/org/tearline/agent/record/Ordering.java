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
    /** Says that the owner may have written meanwhile, so that they are thrown away. */
    public static final long FAILED = 6;
    /** Says that the owner has not. */
    public static final long VALIDATED = 7;

    /** Stands for what the owners of a lock pass on, as if it were a byte at this offset. */
    private static final long OWNERS = 4;
    /** Stands for what those who had the read lock pass on to the next owner. */
    private static final long READERS = 5;

    private final Tally.All tallies;
    private final ValueTable values;
    /** Null if this JDK gives no access to locks. */
    private final Locks locks;
    private final Mappings mappings;
    private final Words words;
    private final Fields fields;

    Ordering(Tally.All tallies, ValueTable values, Locks locks, Mappings mappings, Words words, Fields fields) {
        this.values = values;
        this.words = words;
        this.fields = fields;
        this.mappings = mappings;
        this.tallies = tallies;
        this.locks = locks;
    }

    /** Called for a new lock, which may be used as a read lock only and then never gets an owner. */
    public void created(AbstractOwnableSynchronizer lock) {
        if (locks != null) {
            locks.remember(lock);
        }
    }

    /** Called by the new owner of a lock. */
    public void locked(AbstractOwnableSynchronizer lock) {
        created(lock);
        hold(lock);
        acquire(Keys.of(lock, READERS), true);
    }

    /** Called by the owner before it releases a lock. */
    public void unlocked(AbstractOwnableSynchronizer lock) {
        release(lock, OWNERS);
    }

    /** Called by a thread that has just taken a read lock. */
    public void readLocked(AbstractOwnableSynchronizer lock) {
        created(lock);
        hold(lock);
    }

    /** Called by a thread before it releases a read lock. */
    public void readUnlocked(AbstractOwnableSynchronizer lock) {
        release(lock, READERS);
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
            readsOptimistically(tallies.own().clock, System.identityHashCode(base), offset);
            acquire(word(base, 0), false);
            return;
        }
        acquire(word(base, offset), base != null && offset == MONITOR);
    }

    private void readsOptimistically(Clock clock, int lock, long what) {
        if (what == OPTIMISTIC) {
            clock.beginOptimisticReads(lock);
            return;
        }
        if (what == VALIDATED) {
            values.unordered(clock.doubtful());
        }
        clock.endOptimisticReads(what != 0);
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

    /** A thread gets its tally only if earlier owners have passed on anything. */
    private void hold(AbstractOwnableSynchronizer lock) {
        acquire(Keys.of(lock, OWNERS), true);
        Tally tally = tallies.known();
        if (tally != null) {
            tally.locks++;
        }
    }

    private void release(AbstractOwnableSynchronizer lock, long role) {
        Tally tally = tallies.known();
        if (tally != null) {
            tally.release();
            words.release(Keys.of(lock, role), tally.clock);
        }
    }
}
