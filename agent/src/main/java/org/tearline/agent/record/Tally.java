// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.tearline.agent.access.Access.Operation;

/**
 * The latest accesses of one thread, with their counts, so that counting an access again writes no memory that threads
 * share. Only its thread changes it; {@link All#flush} reads the counts from other threads.
 */
final class Tally {
    /** Entries per thread, a power of two: few for the many threads that make few accesses. */
    private static final int FEWEST = 16;
    private static final int MANY = 1 << 11;
    /** Enough for all tracked values. */
    private static final int MOST = 2 * ValueTable.LIMIT;

    /** Identifies the thread among all threads; from 1. */
    final int number;
    final Clock clock;
    /** Whether the thread is recording an access, so that accesses of the agent itself are ignored. */
    boolean busy;
    /** Hits on values in the heap that are not tracked. */
    int heapHits;
    /** Locks of java.util.concurrent that the thread holds, as far as they name their owner. */
    int locks;

    private final AtomicInteger room;
    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private Entry[] entries = new Entry[FEWEST];
    private int replaced;
    private long random;

    private Tally(int number, AtomicInteger room) {
        this.number = number;
        this.room = room;
        this.clock = new Clock(number);
        this.random = number;
    }

    /** Accesses to one value by one instruction. */
    static final class Entry {
        final long key;
        final int location;
        /** Slot that stands for the value; -1 if the value is not tracked. */
        final int value;
        /** Number of the thread for this value. */
        final int thread;
        final Operation operation;
        final int place;
        /** Slot of the value itself. */
        int slot;
        int pair;
        Site site;
        /** See {@link ValueTable#life}. */
        int life;
        /** Time of the last access that was entered into the value table, see {@link Clock#now}. */
        int time;
        /** State in which that access left the value. */
        int state;
        /** Whether several threads had touched the value at the last stack walk. */
        boolean shared;
        /** Fewest locks held at a stack walk since the value is shared. With fewer, the stack is walked at once. */
        int locks;
        /** Whether the next stack walk shows the site of a contended value that is not tracked. */
        boolean contended;
        /** Hits before this entry. */
        long earlier;
        /** Changed only by the thread. */
        long hits;
        /** Number of hits at which the stack is walked again. */
        long walkAt;
        /** Hits that the site has counted. */
        private long counted;

        Entry(long key, int location, int value, int thread, Operation operation, int place) {
            this.key = key;
            this.location = location;
            this.value = value;
            this.thread = thread;
            this.operation = operation;
            this.place = place;
        }

        private boolean is(long otherKey, int otherLocation) {
            return key == otherKey && location == otherLocation;
        }

        /** Has the next accesses sampled densely, since only those to a shared value show whether a lock guards it. */
        void share(int held) {
            shared = true;
            locks = held;
            earlier = -hits;
            walkAt = hits + 1;
        }

        /** Counts the hits since the last call at the site. */
        synchronized void flush(LongAdder unplaced) {
            long more = hits - counted;
            counted += more;
            if (site == null) {
                unplaced.add(more);
            } else if (more > 0) {
                site.count(place, more, value < 0);
            }
        }
    }

    /** Called when the thread has taken a lock, with what its earlier owners passed on. */
    void hold(int[] passed) {
        locks++;
        clock.take(passed);
    }

    /** Called when the thread releases a lock, perhaps one that it took before it had a tally. */
    void release() {
        locks = Math.max(0, locks - 1);
    }

    /** Returns null if the last accesses with this hash were others. */
    Entry find(long key, int location) {
        int index = index(key, location);
        Entry entry = entries[index];
        if (entry != null && entry.is(key, location)) {
            return entry;
        }
        entry = entries[index ^ 1];
        return entry != null && entry.is(key, location) ? entry : null;
    }

    /** Returns the entry that the new one replaces, or null. */
    Entry replace(Entry entry) {
        Entry old = put(entry);
        if (old != null && ++replaced > entries.length && mayGrow()) {
            grow();
        }
        return old;
    }

    /** Puts an entry into one of its two places. */
    private Entry put(Entry entry) {
        int index = index(entry.key, entry.location);
        Entry neighbor = entries[index ^ 1];
        if (neighbor == null && entries[index] != null || neighbor != null && neighbor.is(entry.key, entry.location)) {
            index ^= 1;
        }
        Entry old = entries[index];
        entries[index] = entry;
        return old;
    }

    private boolean mayGrow() {
        return entries.length < MANY || entries.length < MOST && room.addAndGet(-entries.length) >= 0;
    }

    private void grow() {
        Entry[] fewer = entries;
        entries = new Entry[2 * fewer.length];
        replaced = 0;
        for (Entry entry : fewer) {
            if (entry != null) {
                put(entry);
            }
        }
    }

    private int index(long key, int location) {
        int bits = Integer.numberOfTrailingZeros(entries.length);
        return (int) ((key + location) * Slots.SPREAD >>> Long.SIZE - bits);
    }

    /** Returns a random number from 1 to twice the mean, since callers may alternate regularly. */
    int about(int mean) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return 1 + (int) ((random >>> 1) % (2L * mean));
    }

    private void flush(LongAdder unplaced) {
        for (Entry entry : entries) {
            if (entry != null) {
                entry.flush(unplaced);
            }
        }
    }

    /** The tallies of all threads. Thread-safe. */
    static final class All {
        /** Sweeps drop the tallies of dead threads each time their number has doubled. */
        private static final int FIRST_SWEEP = 256;

        /** Entries in large tables, some 100 bytes each. */
        private static final int ROOM = 1 << 17;

        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger room = new AtomicInteger(ROOM);
        private final List<Tally> all = new ArrayList<>();
        private final LongAdder unplaced;
        private int sweepAt = FIRST_SWEEP;
        private final ThreadLocal<Tally> own = new ThreadLocal<>();

        /** @param unplaced counts hits without a site */
        All(LongAdder unplaced) {
            this.unplaced = unplaced;
        }

        /** Returns the tally of the current thread. */
        Tally own() {
            Tally tally = own.get();
            return tally == null ? add() : tally;
        }

        /** Returns null if the current thread has no tally yet. */
        Tally known() {
            return own.get();
        }

        private Tally add() {
            Tally tally = new Tally(next.incrementAndGet(), room);
            own.set(tally);
            synchronized (all) {
                all.add(tally);
                if (all.size() >= sweepAt) {
                    all.removeIf(this::dead);
                    sweepAt = Math.max(FIRST_SWEEP, 2 * all.size());
                }
            }
            return tally;
        }

        private boolean dead(Tally tally) {
            Thread thread = tally.thread.get();
            boolean dead = thread == null || !thread.isAlive();
            if (dead) {
                tally.flush(unplaced);
            }
            return dead;
        }

        /** Adds the hits that are not yet counted to their sites. */
        void flush() {
            synchronized (all) {
                all.forEach(tally -> tally.flush(unplaced));
            }
        }
    }
}
