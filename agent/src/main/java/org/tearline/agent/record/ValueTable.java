// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access.Operation;

/**
 * Tells which threads touched which misaligned value, and how: a hash table of fixed size, without locks, in which
 * nothing is ever removed. Thread-safe.
 */
public final class ValueTable {
    /** How many threads are told apart for one value: what matters is one or more. */
    public static final int THREADS = 8;
    /** Values that are told apart. With their threads they take 0.6 megabytes. */
    public static final int LIMIT = 1 << 13;
    /** A table that is fuller than this is searched no further. */
    private static final int PROBES = 16;
    /** Every bit of a key moves the upper ones: 2^64 divided by the golden ratio. */
    static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** The low bits of a state are the widest access in bytes. */
    private static final int BYTES = 15;
    private static final int WRITTEN_ALONE = 1 << 4;
    private static final int WRITTEN_SHARED = 1 << 5;
    /** A thread came back after a later one. */
    private static final int TURNS = 1 << 6;
    private static final int UNLOCKED = 1 << 7;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicLongArray threads = new AtomicLongArray(LIMIT * THREADS);
    private final AtomicIntegerArray states = new AtomicIntegerArray(LIMIT);

    /** How the threads that touched a value share it, as far as its accesses were watched. */
    public enum Sharing {
        NONE(""),
        /** Every write came before the second thread. */
        PUBLISHED_ONCE("published once (as far as seen)"),
        /** No thread came back after a later one. */
        HANDED_OVER("handed over (as far as seen)"),
        LOCKED("always locked"),
        CONTENDED("");

        private final String words;

        Sharing(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The slot of a value, which it takes if it is new; -1 where there is no room. The key is not 0. */
    int slot(long key) {
        return slot(keys, LIMIT, key, true);
    }

    /** The slot of a value that has one; else -1. */
    int known(long key) {
        return slot(keys, LIMIT, key, false);
    }

    /** Does so in any table whose size is a power of two. */
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

    /** The thread's number among those of the value; the ninth and later ones share one. */
    int touch(int slot, long thread, Operation operation, int bytes) {
        int number = number(slot * THREADS, thread);
        int count = threads(slot);
        int seen = bytes | (operation == Operation.READ ? 0 : count > 1 ? WRITTEN_SHARED : WRITTEN_ALONE)
            | (operation == Operation.UPDATE ? 0 : UNLOCKED) | (number == count - 1 ? 0 : TURNS);
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

    /** A value whose writer was not seen is taken for contended. */
    Sharing sharing(int slot) {
        int state = states.get(slot);
        return threads(slot) < 2 ? Sharing.NONE : (state & UNLOCKED) == 0 ? Sharing.LOCKED
            : (state & (WRITTEN_ALONE | WRITTEN_SHARED)) == WRITTEN_ALONE ? Sharing.PUBLISHED_ONCE
            : (state & WRITTEN_SHARED) != 0 && (state & TURNS) == 0 ? Sharing.HANDED_OVER : Sharing.CONTENDED;
    }

    /** 0 for a free slot. */
    long key(int slot) {
        return keys.get(slot);
    }

    /** Width of the widest access to the value. */
    int bytes(int slot) {
        return Integer.highestOneBit(states.get(slot) & BYTES);
    }

    /** Up to {@link #THREADS}. */
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
