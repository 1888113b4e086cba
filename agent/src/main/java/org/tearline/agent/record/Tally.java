// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.value.Reader;
import org.tearline.agent.value.ValueTable;

/**
 * The latest accesses of one thread, with their counts, so that counting an access again writes no memory that threads
 * share. Only its thread changes it; others may {@link #flush} the counts.
 */
final class Tally extends Reader {
    /** Entries per thread, a power of two: few for the many threads that make few accesses. */
    private static final int FEWEST = 16;
    /** Larger tables take their room from all threads'. */
    private static final int MANY = 1 << 11;
    /** Enough for all tracked values. */
    private static final int MOST = 2 * ValueTable.LIMIT;
    /** Total number of entries in tables larger than {@link #MANY}, of some 100 bytes each. */
    static final int ROOM = 1 << 17;

    /** Hits on untracked values in the heap that have not been taken from the budget yet. */
    int heapHits;

    private final AtomicInteger room;
    private Entry[] entries = new Entry[FEWEST];
    /** Leaves as many bits of a hash as the index of an entry has. */
    private int shift = Long.numberOfLeadingZeros(FEWEST - 1);
    private int replaced;
    private long random;

    /**
     * @param clock see {@link Clock#Clock(Clock)}
     * @param room  entries left for large tables
     */
    Tally(Clock clock, Cells cells, AtomicInteger room) {
        super(clock, cells);
        this.room = room;
        this.random = thread();
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
        boolean inNeighbor = neighbor == null ? entries[index] != null : neighbor.is(entry.key, id);
        if (inNeighbor) {
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
        shift--;
        replaced = 0;
        // Replaces none: the two entries that shared a pair of places now have at least one pair to themselves.
        for (Entry entry : fewer) {
            if (entry != null) {
                put(entry);
            }
        }
    }

    private int index(long key, int location) {
        return (int) ((key + location) * Keys.SPREAD >>> shift);
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

    /** Adds the hits that are not yet counted to their sites. */
    void flush(LongAdder unplaced) {
        for (Entry entry : entries) {
            if (entry != null) {
                entry.flush(unplaced);
            }
        }
    }
}
