// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The latest accesses of one thread, with their counts, so that counting an access again writes no memory that threads
 * share. Only its thread changes it; {@link All#flush} reads the counts from other threads.
 */
final class Tally {
    /** Entries per thread, a power of two: few for the many threads that make few accesses. */
    private static final int FEWEST = 16;
    /** Larger tables take their room from {@link All#ROOM}. */
    private static final int MANY = 1 << 11;
    /** Enough for all tracked values. */
    private static final int MOST = 2 * ValueTable.LIMIT;

    /** Identifies the thread among all threads; from 1. */
    final int number;
    final Clock clock;
    /** ID of the thread; 0 if it cannot be read. */
    private final long id = All.currentId();
    /** Whether the thread is recording an access, so that accesses of the agent itself are ignored. */
    boolean busy;
    /** Whether the thread runs the agent's code, so that what this passes on is ignored. */
    boolean inside;
    /** Hits on untracked values in the heap that have not been taken from the budget yet. */
    int heapHits;

    private final AtomicInteger room;
    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private Entry[] entries = new Entry[FEWEST];
    private int shift = shift(FEWEST);
    private int replaced;
    private long random;

    private Tally(int number, Clock clock, AtomicInteger room) {
        this.number = number;
        this.room = room;
        this.clock = clock;
        this.random = number;
    }

    /** Returns null if there is no entry for the access, or newer ones have replaced it. */
    Entry find(long key, int location) {
        int index = index(key, location);
        Entry entry = entries[index];
        if (entry != null && entry.is(key, location)) {
            return entry;
        }
        entry = entries[index ^ 1];
        return entry != null && entry.is(key, location) ? entry : null;
    }

    /** Adds an entry, and returns the one that it replaces, or null. The table grows after many replacements. */
    Entry replace(Entry entry) {
        Entry old = put(entry);
        if (old != null && ++replaced > entries.length && takeRoom()) {
            grow();
        }
        return old;
    }

    /** Puts an entry into one of its two places, and returns the one that was there, or null. */
    private Entry put(Entry entry) {
        int id = entry.location.id();
        int index = index(entry.key, id);
        Entry neighbor = entries[index ^ 1];
        boolean onlyNeighborIsFree = neighbor == null && entries[index] != null;
        boolean neighborIsOlder = neighbor != null && neighbor.is(entry.key, id);
        if (onlyNeighborIsFree || neighborIsOlder) {
            index ^= 1;
        }
        Entry old = entries[index];
        entries[index] = entry;
        return old;
    }

    /** Takes as much room as the table has entries, if it is large. Returns whether the table may double in size. */
    private boolean takeRoom() {
        if (entries.length < MANY) {
            return true;
        }
        int left = room.get();
        return entries.length < MOST && left >= entries.length && room.compareAndSet(left, left - entries.length);
    }

    private void grow() {
        Entry[] fewer = entries;
        entries = new Entry[2 * fewer.length];
        shift = shift(entries.length);
        replaced = 0;
        // Replaces none: the two entries that shared a pair of places now have at least one pair to themselves.
        for (Entry entry : fewer) {
            if (entry != null) {
                put(entry);
            }
        }
    }

    private int index(long key, int location) {
        return (int) ((key + location) * Slots.SPREAD >>> shift);
    }

    private static int shift(int length) {
        return Long.SIZE - Integer.numberOfTrailingZeros(length);
    }

    /**
     * Returns a random number from 1 to twice the mean (xorshift). Samples at regular intervals could always hit the
     * same one of several callers that take turns.
     */
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
        /** Number of tallies at the first sweep, which drops those of dead threads; then at each doubling. */
        private static final int FIRST_SWEEP = 128;

        /** Total number of entries in tables larger than {@link #MANY}, of some 100 bytes each. */
        private static final int ROOM = 1 << 17;
        private static final int LATEST = 1 << 13;
        /** The field of Thread that contains the ID; null if the field cannot be read. */
        private static final VarHandle ID = id();

        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger room = new AtomicInteger(ROOM);
        private final List<Tally> all = new ArrayList<>();
        private final LongAdder unplaced;
        private final Words words;
        /** Clocks of threads that have ended. */
        private final Queue<Clock> clocks = new ArrayDeque<>();
        private int sweepAt = FIRST_SWEEP;
        private int used;
        private final ThreadLocal<Tally> own = new ThreadLocal<>();
        /** By the IDs of the threads, those of pools that clear the variables of their threads after each task. */
        private final Table<Long, Tally> workers = new Table<>();
        /** Entries of tracked values whose stack was walked last, which are found without the tally of the thread. */
        private final Entry[] latest = new Entry[LATEST];

        /** @param unplaced counts hits without a site */
        All(LongAdder unplaced, Words words) {
            this.words = words;
            this.unplaced = unplaced;
        }

        private static VarHandle id() {
            try {
                return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "tid", long.class);
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        /** Returns null if the entry must be looked for in the tally of the current thread. */
        Entry latest(long key, int location) {
            long id = currentId();
            Entry entry = latest[index(key, location, id)];
            return entry != null && entry.is(key, location) && entry.tally.id == id ? entry : null;
        }

        void remember(Entry entry) {
            if (entry.isTracked() && ID != null) {
                latest[index(entry)] = entry;
            }
        }

        /** Called when a tally drops an entry, by its thread or after its end. */
        void forget(Entry entry) {
            if (latest[index(entry)] == entry) {
                latest[index(entry)] = null;
            }
        }

        private static long currentId() {
            return ID == null ? 0 : (long) ID.get(Thread.currentThread());
        }

        private static int index(Entry entry) {
            return index(entry.key, entry.location.id(), entry.tally.id);
        }

        private static int index(long key, int location, long id) {
            return (int) ((key + location + (id << Integer.SIZE)) * Slots.SPREAD >>> shift(LATEST));
        }

        /** Returns the tally of the current thread, creating it at the first call. */
        Tally own() {
            Tally tally = known();
            return tally == null ? add() : tally;
        }

        /** Returns null if the current thread has no tally yet. */
        Tally known() {
            Tally tally = own.get();
            if (tally == null && Thread.currentThread() instanceof ForkJoinWorkerThread worker) {
                tally = workers.get(worker.getId());
                own.set(tally);
            }
            return tally;
        }

        private Tally add() {
            Tally tally = new Tally(next.incrementAndGet(), clock(), room);
            tally.inside = true;
            // What the thread that started this one passed on.
            tally.clock.take(words.acquire(Keys.of(Thread.currentThread(), 0)));
            own.set(tally);
            if (Thread.currentThread() instanceof ForkJoinWorkerThread worker) {
                workers.put(worker.getId(), tally);
            }
            synchronized (all) {
                all.add(tally);
                if (all.size() >= sweepAt) {
                    all.removeIf(this::flushedIfDead);
                    sweepAt = Math.max(FIRST_SWEEP, 2 * all.size());
                }
            }
            tally.inside = false;
            return tally;
        }

        /** Returns a new clock or one that continues that of an ended thread. */
        private Clock clock() {
            synchronized (all) {
                Clock ended = clocks.poll();
                return ended == null ? new Clock(++used) : new Clock(ended);
            }
        }

        /** Whether the thread has ended. If so, counts the last hits and forgets the entries. */
        private boolean flushedIfDead(Tally tally) {
            Thread thread = tally.thread.get();
            boolean dead = thread == null || !thread.isAlive();
            if (dead) {
                workers.remove(tally.id);
                clocks.add(tally.clock);
                tally.flush(unplaced);
                Stream.of(tally.entries).filter(Objects::nonNull).forEach(this::forget);
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
