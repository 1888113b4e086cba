// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
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
    private static final int BLOCK = 6;
    /** 2^64 divided by the golden ratio: every bit of a key affects the upper bits of the product. */
    static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Bits of a state. The low four hold the bitwise OR of all access widths, in bytes. */
    private static final int BYTES = 15;
    private static final int WRITTEN_ALONE = 1 << 4;
    private static final int WRITTEN_SHARED = 1 << 5;
    /** A thread touched the value again after a later thread had touched it. */
    private static final int RETURNED = 1 << 6;
    private static final int UNLOCKED_SHARED = 1 << 7;
    private static final int READ = 1 << 8;
    /** A thread read what another had written. */
    private static final int COMMUNICATED = 1 << 9;
    /** Another slot stands for the value. */
    private static final int JOINED = 1 << 10;
    /** A thread touched the value again after the latest of its threads had touched it. */
    private static final int RETURNED_LAST = 1 << 11;
    private static final int FLAGS = (1 << Short.SIZE) - 1;
    /** Position of the number of threads, at most {@link #THREADS}. */
    private static final int COUNT = Short.SIZE;
    /** State of a value that is known under two keys, whose accesses were recorded apart. */
    private static final int MIXED =
        WRITTEN_SHARED | RETURNED | RETURNED_LAST | UNLOCKED_SHARED | COMMUNICATED;

    private final Mappings mappings;
    private final Map<Mappings.Place, Integer> byPlace = new ConcurrentHashMap<>();
    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicIntegerArray threads = new AtomicIntegerArray(LIMIT * THREADS);
    private final AtomicIntegerArray states = new AtomicIntegerArray(LIMIT);
    /** Number of the thread that wrote the value last; 0 if none did. */
    private final AtomicIntegerArray writers = new AtomicIntegerArray(LIMIT);
    /** Slot of the value with which a value shares bytes, plus one; 0 if there is none. */
    private final AtomicIntegerArray joined = new AtomicIntegerArray(LIMIT);
    /** Null if no access was sampled. */
    private final AtomicReferenceArray<Guards> guards = new AtomicReferenceArray<>(LIMIT);
    private final AtomicInteger used = new AtomicInteger();
    /** Bits by the hash of a block of 64 bytes: 0 if no value in it is tracked. */
    private final AtomicLongArray blocks = new AtomicLongArray(LIMIT * Byte.SIZE / Long.SIZE);

    /**
     * Identity hash codes of locks.
     *
     * @param all     held at each sampled access
     * @param before  held at each sampled access before the latest of the sampled threads came
     * @param threads bits by the numbers of the sampled threads
     */
    private record Guards(int[] all, int[] before, int threads) {
        Guards and(int[] held, int thread) {
            int[] both = IntStream.of(all).filter(lock -> IntStream.of(held).anyMatch(one -> one == lock)).toArray();
            return new Guards(both, threads >>> thread == 0 ? all : before, threads | 1 << thread);
        }
    }

    /** @param mappings show which addresses stand for the same bytes of a file */
    ValueTable(Mappings mappings) {
        this.mappings = mappings;
    }

    /**
     * Returns the slot of a value, adding the value if there is room; -1 if it is not tracked. The key must not be 0.
     */
    int slot(long key) {
        int bit = block(key);
        int known = near(bit) ? known(key) : -1;
        if (known >= 0 || !sampled(key)) {
            return known;
        }
        // First, so that no other thread can miss the value.
        while (!near(bit)) {
            long held = blocks.get(bit / Long.SIZE);
            blocks.compareAndSet(bit / Long.SIZE, held, held | 1L << bit);
        }
        int slot = slot(keys, LIMIT, key, true);
        if (slot >= 0) {
            used.incrementAndGet();
        }
        return slot;
    }

    /** Whether a value in one of the blocks with this hash may be tracked. */
    private boolean near(int bit) {
        return (blocks.getOpaque(bit / Long.SIZE) & 1L << bit) != 0;
    }

    private static int block(long key) {
        return (int) ((key >>> BLOCK) * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT * Byte.SIZE));
    }

    /** Passes the tracked values with keys in a range to a consumer. */
    void forEach(long from, long to, IntConsumer consumer) {
        if (to - from > LIMIT << BLOCK) {
            IntStream.range(0, LIMIT).filter(slot -> keys.get(slot) >= from && keys.get(slot) < to).forEach(consumer);
            return;
        }
        for (long key = from; key < to; key = (key >>> BLOCK) + 1 << BLOCK) {
            if (near(block(key))) {
                long end = Math.min(to, (key >>> BLOCK) + 1 << BLOCK);
                for (long one = key; one < end; one++) {
                    int slot = known(one);
                    if (slot >= 0) {
                        consumer.accept(slot);
                    }
                }
            }
        }
    }

    /**
     * Whether a new value may get a slot. As the table fills, the answer for a key can change from true to false but
     * never back. In the heap, it depends only on the upper bits of the object's hash code, as in {@link HeapSample}.
     */
    private boolean sampled(long key) {
        long mixed = key * SPREAD;
        mixed = key < 0 ? key << 1 : (mixed ^ mixed >>> Integer.SIZE) * SPREAD;
        return Long.numberOfLeadingZeros(mixed) >= halvings();
    }

    /** Returns how often the share of new values that get a slot has been halved. */
    int halvings() {
        return Math.max(0, (used.getOpaque() - LIMIT / 2) / HALVING);
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

    /**
     * Records an access to a value. Returns the thread's number for this value; the ninth and later threads share a
     * number.
     *
     * @param thread identifies the thread among all threads
     */
    int touch(int slot, int thread, Operation operation, int bytes) {
        if ((states.get(slot) & bytes) == 0) {
            add(slot, bytes);
            join(slot, bytes);
        }
        int value = value(slot);
        int number = number(value * THREADS, thread);
        touch(value, number, thread, operation);
        return number;
    }

    /** Whether an access by a thread adds nothing to a state in which its last access left the value. */
    boolean settled(int value, int state, int thread, Operation operation) {
        int writer = writers.getOpaque(value);
        return states.getOpaque(value) == state && (writer == thread
            || operation == Operation.READ && (writer == 0 || (state & COMMUNICATED) != 0));
    }

    /** Records an access by a thread whose number for the value is known. Returns the state of the value. */
    int touch(int value, int number, int thread, Operation operation) {
        int writer = writers.getOpaque(value);
        int foreign = operation != Operation.WRITE && writer != thread && writer != 0 ? COMMUNICATED : 0;
        int state;
        int next;
        do {
            state = states.getOpaque(value);
            next = after(state, number, operation) | foreign;
        } while (next != state && !states.weakCompareAndSetVolatile(value, state, next));
        if (operation != Operation.READ && writer != thread) {
            writers.setOpaque(value, thread);
        }
        return next;
    }

    private static int after(int state, int number, Operation operation) {
        int count = Math.max(state >>> COUNT, Math.min(number + 1, THREADS));
        boolean shared = count > 1;
        int next = count << COUNT | state & FLAGS;
        if (count > state >>> COUNT) {
            next &= ~RETURNED_LAST;
        }
        if (operation != Operation.READ) {
            next |= shared ? WRITTEN_SHARED : WRITTEN_ALONE;
        }
        if (operation != Operation.WRITE) {
            next |= READ;
        }
        if (shared && operation != Operation.UPDATE) {
            next |= UNLOCKED_SHARED;
        }
        return number == count - 1 ? next : next | RETURNED | RETURNED_LAST;
    }

    private void add(int slot, int flags) {
        for (int state = states.get(slot); (state & flags) != flags; state = states.get(slot)) {
            states.compareAndSet(slot, state, state | flags);
        }
    }

    private int number(int first, int thread) {
        for (int i = 0; i < THREADS; i++) {
            int held = threads.get(first + i);
            if (held == 0) {
                held = threads.compareAndExchange(first + i, 0, thread);
            }
            if (held == thread || held == 0) {
                return i;
            }
        }
        return THREADS;
    }

    /** Joins a value with the tracked values that share bytes with it. */
    private void join(int slot, int bytes) {
        long key = keys.get(slot);
        for (long other = key - Long.BYTES + 1; other < key + bytes; other++) {
            int neighbor = other == key ? -1 : known(other);
            if (neighbor >= 0 && other + bytes(neighbor) > key) {
                joinValues(value(slot), value(neighbor));
            }
        }
        Mappings.Place place = key < 0 ? null : mappings.place(key);
        Integer same = place == null ? null : byPlace.putIfAbsent(place, slot);
        if (same != null) {
            joinValues(value(slot), value(same));
        }
    }

    private void joinValues(int one, int other) {
        boolean otherIsNew = threads(other) == 0 || threads(one) > 0 && other > one;
        int child = otherIsNew ? other : one;
        int parent = otherIsNew ? one : other;
        if (child == parent || !joined.compareAndSet(child, 0, parent + 1) || threads(child) == 0) {
            return;
        }
        for (int i = 0; i < threads(child); i++) {
            int number = number(parent * THREADS, threads.get(child * THREADS + i));
            touch(parent, number, 0, Operation.READ);
        }
        add(parent, states.get(child) & FLAGS | MIXED);
        guard(parent, 0, guards.get(child) == null ? Locks.NONE : guards.get(child).all);
        add(child, JOINED);
    }

    /** Returns the slot that stands for a value: its own, or that of a value with which it shares bytes. */
    int value(int slot) {
        int value = slot;
        for (int next = joined.getOpaque(value); next != 0; next = joined.getOpaque(value)) {
            value = next - 1;
        }
        return value;
    }

    /** Whether a lock was held at all sampled accesses to a value, so that the next ones matter. */
    boolean mayBeGuarded(int value) {
        Guards known = guards.get(value);
        return known == null || known.all.length + known.before.length > 0;
    }

    /** Whether an access by a thread must be sampled next, since none has been since another thread came. */
    boolean unsampled(int value, int thread) {
        Guards known = guards.get(value);
        return threads(value) > 1 && (known == null || mayBeGuarded(value) && (known.threads & 1 << thread) == 0);
    }

    /** Records the locks that were held at an access by a thread with a number for the value. */
    void guard(int value, int thread, int[] held) {
        Guards known;
        Guards next;
        do {
            known = guards.get(value);
            next = known == null ? new Guards(held, held, 1 << thread) : known.and(held, thread);
        } while (!guards.compareAndSet(value, known, next));
    }

    /** The latest thread needs no lock if no other has touched the value since. */
    private boolean isGuarded(int value) {
        Guards known = guards.get(value);
        boolean returned = (states.get(value) & RETURNED_LAST) != 0;
        return known != null && Integer.bitCount(known.threads) > 1
            && (known.all.length > 0 || !returned && known.before.length > 0);
    }

    /** @param slot stands for a value */
    Sharing sharing(int slot) {
        int state = states.get(slot);
        if (state >>> COUNT < 2) {
            return Sharing.NONE;
        }
        if ((state & UNLOCKED_SHARED) == 0) {
            return Sharing.LOCKED;
        }
        boolean writtenAlone = (state & WRITTEN_ALONE) != 0;
        boolean writtenShared = (state & WRITTEN_SHARED) != 0;
        if (writtenAlone && !writtenShared) {
            return Sharing.PUBLISHED_ONCE;
        }
        if (writtenShared && (state & RETURNED) == 0) {
            return Sharing.HANDED_OVER;
        }
        if (isGuarded(slot)) {
            return Sharing.GUARDED;
        }
        if (!writtenShared) {
            return Sharing.UNSEEN_WRITER;
        }
        if ((state & COMMUNICATED) != 0) {
            return Sharing.COMMUNICATED;
        }
        return (state & READ) == 0 ? Sharing.UNSEEN_READER : Sharing.RECYCLED;
    }

    /** Returns 0 for a free slot. */
    long key(int slot) {
        return keys.get(slot);
    }

    /** Returns the width of the widest access to the value; the largest width if it is not known yet. */
    int bytes(int slot) {
        int bytes = states.get(slot) & BYTES;
        return bytes == 0 ? Long.BYTES : Integer.highestOneBit(bytes);
    }

    /** Returns the number of threads that touched the value that a slot stands for, at most {@link #THREADS}. */
    int threads(int slot) {
        return states.get(slot) >>> COUNT;
    }

    public int size() {
        return (int) IntStream.range(0, LIMIT).filter(slot -> keys.get(slot) != 0).count();
    }
}
