// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access.Operation;

/**
 * Records which threads touched each misaligned value, and how. A lock-free hash table of fixed size without removal. A
 * value that gets no slot at its first access never gets one later, so every access to a tracked value is recorded.
 * Thread-safe.
 */
public final class ValueTable {
    /** Maximum number of threads tracked per value. What matters is whether there is more than one. */
    public static final int THREADS = 8;
    /** Maximum number of tracked values. With their threads, they take 0.6 MB. */
    public static final int LIMIT = 1 << 13;
    /**
     * Once the table is half full, it takes only a sample of new values: every further 256 values halve the share that
     * gets a slot.
     */
    private static final int HALVING = 1 << 8;
    private static final int PROBES = 16;
    /** 2^64 divided by the golden ratio: every bit of a key affects the upper bits of the product. */
    static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Bits of a state. The low four hold the bitwise OR of all access widths, in bytes. */
    private static final int BYTES = 15;
    private static final int WRITTEN_ALONE = 1 << 4;
    private static final int WRITTEN_SHARED = 1 << 5;
    /** A thread touched the value again after a later thread had touched it. */
    private static final int RETURNED = 1 << 6;
    private static final int UNLOCKED_SHARED = 1 << 7;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicLongArray threads = new AtomicLongArray(LIMIT * THREADS);
    private final AtomicIntegerArray states = new AtomicIntegerArray(LIMIT);
    private final AtomicInteger used = new AtomicInteger();

    /** How threads share a value, judging by the watched accesses. */
    public enum Sharing {
        NONE("oneThread", ""),
        /** From the first access of a second thread on, every access was locked. */
        LOCKED("locked", "always locked"),
        /** All writes came before a second thread touched the value. */
        PUBLISHED_ONCE("publishedOnce", "published once (as far as observed)"),
        /** No thread touched the value again after a later thread had touched it. */
        HANDED_OVER("handedOver", "handed over (as far as observed)"),
        /** Every access was made under the same lock. */
        GUARDED("guarded", "guarded by a lock (as far as sampled)"),
        /** No thread read what another had written. */
        RECYCLED("recycled", "recycled (as far as observed)"),
        UNSEEN_WRITER("unseenWriter", ""),
        UNSEEN_READER("unseenReader", ""),
        COMMUNICATED("communicated", "");

        private final String field;
        private final String words;

        Sharing(String field, String words) {
            this.field = field;
            this.words = words;
        }

        /** Name of the count in the report. */
        public String field() {
            return field;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * Returns the slot of a value, adding the value if there is room; -1 if it is not tracked. The key must not be 0.
     */
    int slot(long key) {
        int known = known(key);
        if (known >= 0 || !sampled(key)) {
            return known;
        }
        int slot = slot(keys, LIMIT, key, true);
        if (slot >= 0) {
            used.incrementAndGet();
        }
        return slot;
    }

    /**
     * Whether a new value may get a slot. As the table fills, the answer for a key can change from true to false but
     * never back.
     */
    private boolean sampled(long key) {
        long mixed = key * SPREAD;
        mixed = (mixed ^ mixed >>> Integer.SIZE) * SPREAD;
        return Long.numberOfLeadingZeros(mixed) >= (used.get() - LIMIT / 2) / HALVING;
    }

    /** Returns the slot of a value; -1 if it is not tracked. */
    int known(long key) {
        return slot(keys, LIMIT, key, false);
    }

    /**
     * Returns the slot of a key in a table whose size is a power of two, adding the key on request; -1 if the key has
     * no slot.
     */
    static int slot(AtomicLongArray keys, int limit, long key, boolean add) {
        int slot = (int) (key * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(limit));
        for (int probe = 0; probe < PROBES; probe++) {
            long held = keys.get(slot);
            if (held == 0 && add) {
                held = keys.compareAndExchange(slot, 0, key);
            }
            if (held == key || held == 0) {
                return held == key || add ? slot : -1;
            }
            slot = slot + 1 & limit - 1;
        }
        return -1;
    }

    /** Records an access. Returns the thread's number for this value; the ninth and later threads share a number. */
    int touch(int slot, long thread, Operation operation, int bytes) {
        int number = number(slot * THREADS, thread);
        int count = threads(slot);
        int seen = bytes | (operation == Operation.READ ? 0 : count > 1 ? WRITTEN_SHARED : WRITTEN_ALONE)
            | (operation == Operation.UPDATE || count < 2 ? 0 : UNLOCKED_SHARED)
            | (number == count - 1 ? 0 : RETURNED);
        for (int state = states.get(slot); (state & seen) != seen; state = states.get(slot)) {
            states.compareAndSet(slot, state, state | seen);
        }
        return number;
    }

    private int number(int first, long thread) {
        for (int i = 0; i < THREADS; i++) {
            long held = threads.get(first + i);
            if (held == 0) {
                held = threads.compareAndExchange(first + i, 0, thread);
            }
            if (held == thread || held == 0) {
                return i;
            }
        }
        return THREADS;
    }

    Sharing sharing(int slot) {
        int state = states.get(slot);
        return threads(slot) < 2 ? Sharing.NONE : (state & UNLOCKED_SHARED) == 0 ? Sharing.LOCKED
            : (state & (WRITTEN_ALONE | WRITTEN_SHARED)) == WRITTEN_ALONE ? Sharing.PUBLISHED_ONCE
            : (state & WRITTEN_SHARED) == 0 ? Sharing.UNSEEN_WRITER
            : (state & RETURNED) == 0 ? Sharing.HANDED_OVER : Sharing.COMMUNICATED;
    }

    /** Returns 0 for a free slot. */
    long key(int slot) {
        return keys.get(slot);
    }

    /** Returns the width of the widest access to the value. */
    int bytes(int slot) {
        return Integer.highestOneBit(states.get(slot) & BYTES);
    }

    /** Returns the number of threads that touched the value, at most {@link #THREADS}. */
    int threads(int slot) {
        int count = 0;
        while (count < THREADS && threads.get(slot * THREADS + count) != 0) {
            count++;
        }
        return count;
    }

    public int size() {
        return (int) IntStream.range(0, LIMIT).filter(slot -> keys.get(slot) != 0).count();
    }
}
