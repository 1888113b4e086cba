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
    /** With 24 bytes each, they take 3 MB. Among 10,000 values, one in 14 has lost its place to another one. */
    private static final int LIMIT = 1 << 17;
    /** Hits of values in the heap, of one thread, that are counted together. */
    private static final int HEAP_HITS = 1 << 8;
    /** A block has 64 bytes. */
    private static final int BLOCK = 6;
    private static final int BLOCKS = 1 << 16;
    /** An address has fewer bits on all CPUs that HotSpot supports. */
    private static final int ADDRESS_BITS = 48;

    private final HeapSample heap;
    private final Samples samples;

    /**
     * A key, then the thread that wrote last (upper half) and one that has read this (lower half), or 0, and then the
     * monitor that was held at every read (upper half) and the time of the latest (lower half).
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
        long first = address >>> BLOCK;
        long last = Math.min(address + bytes - 1 >>> BLOCK, first + BLOCKS - 1);
        for (long block = first; block <= last; block++) {
            uses.getAndIncrement((int) block & BLOCKS - 1);
        }
    }

    /** Records an access. If it shows that the value is contended, the stack is walked at once. */
    void touch(Entry entry, long key) {
        if (key < 0 && (++entry.tally.heapHits & HEAP_HITS - 1) == 0) {
            heap.spend(HEAP_HITS);
            if (heap.slice() > 0 && entry.site != null) {
                entry.site.estimate();
            }
        }
        if (contended(key ^ use(key), entry.tally.clock, entry.operation(), samples.monitor(entry))
            && (entry.site == null || entry.site.mayBeContended(entry.tally))) {
            entry.contended = true;
            entry.walkNext();
        }
    }

    /** Returns bits that differ between the values that one key has stood for. */
    private long use(long key) {
        if (key < 0) {
            return heap.slice() * Slots.SPREAD;
        }
        return (long) (uses.getOpaque((int) (key >>> BLOCK) & BLOCKS - 1) & Short.MAX_VALUE) << ADDRESS_BITS;
    }

    /**
     * Records an access; returns whether it writes a value again that another thread has read since the last write, and
     * no lock passed the value on in between.
     *
     * @param monitor identifies a monitor that the thread holds; 0 if none is known
     */
    private boolean contended(long key, Clock clock, Operation operation, int monitor) {
        int thread = clock.thread;
        int slot = 3 * (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
        boolean known = entries.getOpaque(slot) == key;
        if (!known) {
            entries.setOpaque(slot, key);
        }
        long before = known ? entries.getOpaque(slot + 1) : 0;
        long after = (long) thread << Integer.SIZE;
        int writer = (int) (before >>> Integer.SIZE);
        if (operation == Operation.READ) {
            after = writer == 0 || writer == thread ? before : before - (int) before + thread;
        }
        int reader = (int) before;
        long read = entries.getOpaque(slot + 2);
        long common = reader == 0 || read >>> Integer.SIZE == monitor ? monitor : 0;
        long next = common << Integer.SIZE | clock.now();
        if ((int) after == thread && read != next) {
            clock.use();
            entries.setOpaque(slot + 2, next);
        }
        if (after != before || !known) {
            entries.setOpaque(slot + 1, after);
        }
        return operation == Operation.WRITE && reader != 0 && reader != thread && common == 0
            && !clock.knows(reader, (int) read);
    }
}
