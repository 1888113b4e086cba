// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.order.Keys.SPREAD;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Keys;
import org.tearline.agent.site.Site;

/**
 * The latest accesses to values that are not tracked. Without them, one contended value would be invisible among
 * thousands of harmless ones. A newer value replaces an older one. Thread-safe; a race may lose an access.
 */
final class Window {
    /** Entries of 32 bytes, 4 MB in all. Among 10,000 values, one in 14 has lost its entry to another one. */
    private static final int LIMIT = 1 << 17;
    /** Hits of one thread on values in the heap that are taken from the budget together. */
    private static final int HEAP_HITS = 1 << 8;
    /** At a site with doubts, one such access in about twice this number is looked at. */
    private static final int SELDOM = 1 << 6;
    /** A block has 64 bytes. */
    private static final int BLOCK_BITS = 6;
    private static final int BLOCKS = 1 << 16;

    private final HeapSample heap;

    /**
     * Four each: the key of a value; the thread that wrote last; the time of the write; and a thread that has read
     * since, in the upper half, with the time of its latest read. Each is 0 if unknown. Of several threads that read at
     * once, the time is thus never that of another.
     */
    private final AtomicLongArray entries = new AtomicLongArray(4 * LIMIT);
    /** How often the memory of a block was allocated or unmapped, by the lowest bits of the block's number. */
    private final AtomicIntegerArray uses = new AtomicIntegerArray(BLOCKS);

    Window(HeapSample heap) {
        this.heap = heap;
    }

    /** Begins anew with the values in a range of addresses, whose memory is used for something else from now on. */
    void renew(long address, long bytes) {
        long first = address >>> BLOCK_BITS;
        long last = Math.min(address + bytes - 1 >>> BLOCK_BITS, first + BLOCKS - 1);
        for (long block = first; block <= last; block++) {
            uses.getAndIncrement((int) block & BLOCKS - 1);
        }
    }

    /** What a write shows. */
    enum Race {
        /** The write is in no known order with the last one of another thread, or with a read that may not count. */
        OF_WRITES,
        /** The write is in no known order with a read, by another thread, of what was written last. */
        WITH_READ;

        /** Marks the site of the write. */
        void mark(Site site) {
            (this == WITH_READ ? site.contended() : site.doubtful()).set(true);
        }
    }

    /** Records an access. If it shows that the value is contended, the stack is walked at once. */
    void touch(Entry entry, long key) {
        if (Keys.isInHeap(key)) {
            spend(entry.tally);
            if (heap.slice > 0 && entry.site != null && !entry.site.estimated().get()) {
                entry.site.estimated().set(true);
            }
        }
        Race race = record(key ^ use(key), entry.tally, entry.operation());
        if (race != null && isWorthALook(entry)) {
            entry.race = race;
            entry.walkAt = entry.hits + 1;
        }
    }

    /** If the order of one value of a site is unknown, that of its others is likely to be unknown as well. */
    private static boolean isWorthALook(Entry entry) {
        Site site = entry.site;
        return site == null || !site.contended().get() && (!site.doubtful().get() || entry.tally.about(SELDOM) == 1);
    }

    /** Takes a thread's hits in the heap from the budget, many at once. */
    private void spend(Tally tally) {
        tally.heapHits++;
        if (tally.heapHits == HEAP_HITS) {
            tally.heapHits = 0;
            heap.spend(HEAP_HITS);
        }
    }

    /** Returns bits that differ between the values that one key has stood for. */
    private long use(long key) {
        if (Keys.isInHeap(key)) {
            return heap.slice * SPREAD;
        }
        // Addresses in user space have at most 48 bits, unless a program asks for larger ones.
        return (long) (uses.getOpaque((int) (key >>> BLOCK_BITS) & BLOCKS - 1) & Short.MAX_VALUE) << 48;
    }

    /**
     * Records an access; returns what it shows if it is a write, and nothing passed the value on in between.
     */
    private Race record(long key, Tally clock, Operation operation) {
        int thread = clock.thread();
        int slot = 4 * Keys.slot(key, LIMIT);
        if (entries.getOpaque(slot) != key) {
            entries.setOpaque(slot, key);
            set(slot + 1, 0);
            set(slot + 2, 0);
            set(slot + 3, 0);
        }
        int writer = (int) entries.getOpaque(slot + 1);
        boolean isForeign = writer != 0 && writer != thread;
        long write = entries.getOpaque(slot + 2);
        long read = entries.getOpaque(slot + 3);
        int reader = (int) (read >>> Integer.SIZE);
        if (operation != READ) {
            set(slot + 1, thread);
            set(slot + 2, clock.use());
            set(slot + 3, 0);
        } else if (isForeign) {
            set(slot + 3, (long) thread << Integer.SIZE | Integer.toUnsignedLong(clock.use()));
        }
        if (operation != WRITE) {
            return null;
        }
        // A thread knows its own reads, and the time 0 if there is none.
        if (!clock.knows(reader, (int) read)) {
            // The reader may have thrown the value away.
            return clock.defers(READ) ? Race.OF_WRITES : Race.WITH_READ;
        }
        return isForeign && !clock.knows(writer, (int) write) ? Race.OF_WRITES : null;
    }

    /** Writes nothing if the value is there, so that threads do not take the memory from each other. */
    private void set(int index, long value) {
        if (entries.getOpaque(index) != value) {
            entries.setOpaque(index, value);
        }
    }
}
