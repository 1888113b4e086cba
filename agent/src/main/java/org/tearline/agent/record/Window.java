// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.tearline.agent.access.Access.Operation;

/**
 * The latest accesses to values that are not tracked. Without them, one contended value would be invisible among
 * thousands of harmless ones. A newer value replaces an older one. Thread-safe; a race may lose an access.
 */
final class Window {
    /** Entries of 24 bytes, 3 MB in all. Among 10,000 values, one in 14 has lost its entry to another one. */
    private static final int LIMIT = 1 << 17;
    /** Hits of one thread on values in the heap that are taken from the budget together. */
    private static final int HEAP_HITS = 1 << 8;
    /** A block has 64 bytes. */
    private static final int BLOCK_BITS = 6;
    private static final int BLOCKS = 1 << 16;
    /** Addresses in user space have at most this many bits, unless a program asks for larger ones. */
    private static final int ADDRESS_BITS = 48;

    private final HeapSample heap;
    private final Samples samples;

    /**
     * Triples: the key of a value; the thread that wrote last (upper half) and the monitor held at every read since
     * (lower half); and a thread that has read since (upper half) with the time of its latest read (lower half). Each
     * is 0 if unknown. Of several threads that read at once, the time is thus never that of another.
     */
    private final AtomicLongArray entries = new AtomicLongArray(3 * LIMIT);
    /** How often the memory of a block was allocated or unmapped, by the lowest bits of the block's number. */
    private final AtomicIntegerArray uses = new AtomicIntegerArray(BLOCKS);

    Window(HeapSample heap, Samples samples) {
        this.heap = heap;
        this.samples = samples;
    }

    /** Begins anew with the values in a range of addresses, whose memory is used for something else from now on. */
    void renew(long address, long bytes) {
        long first = address >>> BLOCK_BITS;
        long last = Math.min(address + bytes - 1 >>> BLOCK_BITS, first + BLOCKS - 1);
        for (long block = first; block <= last; block++) {
            uses.getAndIncrement((int) block & BLOCKS - 1);
        }
    }

    /** Records an access. If it shows that the value is contended, the stack is walked at once. */
    void touch(Entry entry, long key) {
        if (Keys.isInHeap(key) && spend(entry.tally) && entry.site != null) {
            entry.site.estimate();
        }
        long keyInThisUse = key ^ use(key);
        boolean contends = record(keyInThisUse, entry.tally.clock, entry.operation(), samples.monitor(entry));
        if (contends && (entry.site == null || entry.site.mayBeContended(entry.tally))) {
            entry.contended = true;
            entry.walkNext();
        }
    }

    /** Records the access of a copy to one of its bytes; returns whether it overwrites what another thread has read. */
    boolean overwrites(Tally tally, long key, Operation operation) {
        return record(key ^ use(key), tally.clock, operation, 0);
    }

    /** Takes a thread's hits in the heap from the budget, many at once. Returns whether hits are missed from now on. */
    private boolean spend(Tally tally) {
        tally.heapHits++;
        if (tally.heapHits < HEAP_HITS) {
            return false;
        }
        tally.heapHits = 0;
        heap.spend(HEAP_HITS);
        return heap.slice() > 0;
    }

    /** Returns bits that differ between the values that one key has stood for. */
    private long use(long key) {
        if (Keys.isInHeap(key)) {
            return heap.slice() * Slots.SPREAD;
        }
        return (long) (uses.getOpaque((int) (key >>> BLOCK_BITS) & BLOCKS - 1) & Short.MAX_VALUE) << ADDRESS_BITS;
    }

    /**
     * Records an access; returns whether it writes a value again that another thread has read since the last write, and
     * no lock passed the value on in between.
     *
     * @param monitor identifies a monitor that the thread holds; 0 if none is known
     */
    private boolean record(long key, Clock clock, Operation operation, int monitor) {
        int thread = clock.thread;
        int slot = 3 * (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
        boolean known = entries.getOpaque(slot) == key;
        if (!known) {
            entries.setOpaque(slot, key);
        }
        long written = known ? entries.getOpaque(slot + 1) : 0;
        long read = known ? entries.getOpaque(slot + 2) : 0;
        int writer = (int) (written >>> Integer.SIZE);
        int reader = (int) (read >>> Integer.SIZE);
        int commonMonitor = reader == 0 || (int) written == monitor ? monitor : 0;
        if (operation != Operation.READ) {
            set(slot + 1, pair(thread, 0));
            set(slot + 2, 0);
        } else if (writer != 0 && writer != thread) {
            set(slot + 1, pair(writer, commonMonitor));
            set(slot + 2, pair(thread, clock.use()));
        } else if (!known) {
            set(slot + 1, 0);
            set(slot + 2, 0);
        }
        return operation == Operation.WRITE && reader != 0 && reader != thread && commonMonitor == 0
            && !clock.knows(reader, (int) read);
    }

    private static long pair(int upper, int lower) {
        return (long) upper << Integer.SIZE | Integer.toUnsignedLong(lower);
    }

    /** Writes nothing if the value is there, so that threads do not take the memory from each other. */
    private void set(int index, long value) {
        if (entries.getOpaque(index) != value) {
            entries.setOpaque(index, value);
        }
    }
}
