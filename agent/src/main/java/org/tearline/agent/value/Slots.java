// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.tearline.agent.order.Keys;

/**
 * Chooses the values that are tracked. A lock-free hash table of fixed size without removal. A value that gets no slot
 * at its first access never gets one later, so every access to a tracked value is recorded. Thread-safe.
 */
public abstract class Slots {
    /** Maximum number of tracked values. With their threads and times, they take up to 2 MB. */
    public static final int LIMIT = 1 << 13;
    /**
     * Once the table is half full, it takes only a sample of new values: every further 256 values halve the share that
     * gets a slot.
     */
    private static final int HALVING = 1 << 8;
    /** Halvings after which no more values in the heap get a slot, so that new objects do not need a hash code. */
    public static final int FULL = 14;
    private static final int PROBES = 16;
    private static final int BLOCK_BITS = 6;
    /** Largest range of keys whose blocks are looked up; for more, going through the whole table takes less time. */
    private static final int MOST_SEARCHED = LIMIT << 2;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicInteger used = new AtomicInteger();
    /** Bits by the hash of a block of 64 bytes: 0 if no value in it is tracked. */
    private final AtomicLongArray blocks = new AtomicLongArray(LIMIT * Byte.SIZE / Long.SIZE);

    /**
     * Returns the slot of a value, adding the value if there is room; -1 if it is not tracked. The key must not be 0.
     */
    public int slot(long key) {
        int bit = block(key);
        int known = isMarked(bit) ? known(key) : -1;
        if (known >= 0 || !sampled(key)) {
            return known;
        }
        // Before the key is added: a thread that finds no mark does not look for the key.
        mark(bit);
        int added = find(keys, key, true);
        if (added >= 0) {
            used.incrementAndGet();
        }
        return added;
    }

    private void mark(int bit) {
        while (!isMarked(bit)) {
            long held = blocks.get(bit / Long.SIZE);
            blocks.compareAndSet(bit / Long.SIZE, held, held | 1L << bit);
        }
    }

    /** Whether a value in one of the blocks with this hash may be tracked. */
    private boolean isMarked(int bit) {
        return (blocks.getOpaque(bit / Long.SIZE) & 1L << bit) != 0;
    }

    private static int block(long key) {
        return Keys.slot(key >>> BLOCK_BITS, LIMIT * Byte.SIZE);
    }

    /** Passes the slots of the tracked values with keys in a range to a consumer; the end of the range is exclusive. */
    public void forEach(long from, long to, IntConsumer consumer) {
        if (to - from > MOST_SEARCHED) {
            for (int slot = 0; slot < LIMIT; slot++) {
                if (keys.get(slot) >= from && keys.get(slot) < to) {
                    consumer.accept(slot);
                }
            }
            return;
        }
        for (long start = from; start < to; start = nextBlock(start)) {
            long end = Math.min(to, nextBlock(start));
            for (long key = start; key < end && isMarked(block(start)); key++) {
                int slot = known(key);
                if (slot >= 0) {
                    consumer.accept(slot);
                }
            }
        }
    }

    private static long nextBlock(long key) {
        return ((key >>> BLOCK_BITS) + 1) << BLOCK_BITS;
    }

    /**
     * Whether a new value may get a slot. As the table fills, the answer for a key can change from true to false but
     * never back. In the heap, it depends only on the upper bits of the object's hash code.
     */
    boolean sampled(long key) {
        // Half of all numbers have at least one leading zero, a quarter have at least two, and so on.
        boolean inHeap = Keys.isInHeap(key);
        long spread = key * Keys.SPREAD;
        long random = inHeap ? key << 1 : (spread ^ spread >>> Integer.SIZE) * Keys.SPREAD;
        return Long.numberOfLeadingZeros(random) >= halvings() && (!inHeap || halvings() < FULL);
    }

    /** Returns how often the share of new values that get a slot has been halved. */
    public int halvings() {
        return Math.max(0, (used.getOpaque() - LIMIT / 2) / HALVING);
    }

    /** Returns the slot of a value; -1 if it is not tracked. */
    int known(long key) {
        return find(keys, key, false);
    }

    /**
     * Returns the slot of a key in a table whose size is a power of two; -1 if the key has no slot. The key 0, with
     * which checks are warmed up, has none.
     *
     * @param add whether to add the key if it is new and there is room
     */
    public static int find(AtomicLongArray keys, long key, boolean add) {
        if (key == 0) {
            return -1;
        }
        int slot = Keys.slot(key, keys.length());
        for (int probe = 0; probe < PROBES; probe++) {
            long held = keys.get(slot);
            if (held == 0 && add) {
                held = keys.compareAndExchange(slot, 0, key);
            }
            // held is 0 if the slot was free, also if the key has just been added.
            if (held == key || held == 0) {
                return held == key || add ? slot : -1;
            }
            slot = slot + 1 & keys.length() - 1;
        }
        return -1;
    }

    /** Returns 0 for a free slot. */
    public long key(int slot) {
        return keys.get(slot);
    }

    public int size() {
        return (int) IntStream.range(0, LIMIT).filter(slot -> keys.get(slot) != 0).count();
    }
}
