// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access.Operation;

/** Records which threads touched each tracked value, and how. Thread-safe. */
public final class ValueTable extends Slots {
    /** Maximum number of threads tracked per value. What matters is whether there is more than one. */
    public static final int THREADS = 8;

    private final Mappings mappings;
    private final BulkWrites bulk = new BulkWrites();
    private final Map<Mappings.Place, Integer> byPlace = new ConcurrentHashMap<>();
    /** By slot; null for memory that is not in a file. */
    private final AtomicReferenceArray<Mappings.Place> places = new AtomicReferenceArray<>(LIMIT);
    private final AtomicIntegerArray threads = new AtomicIntegerArray(LIMIT * THREADS);
    /** By value and thread: the times of its latest read and write, see {@link Clock}; 0 if there was none. */
    private final AtomicIntegerArray reads = new AtomicIntegerArray(LIMIT * THREADS);
    private final AtomicIntegerArray writes = new AtomicIntegerArray(LIMIT * THREADS);
    private final AtomicIntegerArray states = new AtomicIntegerArray(LIMIT);
    /** Number of the thread that wrote the value last; 0 if none did. */
    private final AtomicIntegerArray writers = new AtomicIntegerArray(LIMIT);
    /** Slot of the value with which a value shares bytes, plus one; 0 if there is none. */
    private final AtomicIntegerArray joined = new AtomicIntegerArray(LIMIT);
    /** The object of a value in the heap. */
    private final AtomicReferenceArray<WeakReference<Object>> objects = new AtomicReferenceArray<>(LIMIT);
    /** The most dangerous sharing of values that were in the same memory before, and the most threads of one. */
    private final AtomicIntegerArray past = new AtomicIntegerArray(2 * LIMIT);
    /** Null if no access was sampled. */
    private final AtomicReferenceArray<Guards> guards = new AtomicReferenceArray<>(LIMIT);

    /**
     * Identity hash codes of locks.
     *
     * @param all     held at each sampled access
     * @param before  held at each sampled access before the latest of the sampled threads came
     * @param threads bits by the numbers of the sampled threads
     * @param fewest  see {@link Tally.Entry#locks}
     */
    private record Guards(int[] all, int[] before, int threads, int fewest) {
        Guards and(int[] held, int thread, int locks) {
            int[] both = IntStream.of(all).filter(lock -> IntStream.of(held).anyMatch(one -> one == lock)).toArray();
            return new Guards(both, threads >>> thread == 0 ? all : before, threads | 1 << thread,
                Math.min(fewest, locks));
        }

        boolean shared() {
            return Integer.bitCount(threads) > 1;
        }
    }

    /** @param mappings show which addresses stand for the same bytes of a file */
    ValueTable(Mappings mappings) {
        this.mappings = mappings;
    }

    /**
     * Records an access to a value. Returns the thread's number for this value; the ninth and later threads share a
     * number.
     */
    int touch(int slot, Clock thread, Operation operation, int bytes) {
        boolean unmapped = (states.get(slot) & State.UNMAPPED) != 0 && recognize(slot);
        if ((states.get(slot) & bytes) == 0) {
            add(slot, bytes);
            join(slot, bytes);
        }
        int value = value(slot);
        if (unmapped || threads(value) == 0) {
            touchByBulk(value, bulk.writer(key(slot), bytes));
        }
        int number = number(value * THREADS, thread.thread);
        touch(value, number, thread, operation);
        return number;
    }

    /** Records the bulk write that came before the first access to a value, if there was one. */
    private void touchByBulk(int value, int writer) {
        if (writer != 0) {
            update(value, number(value * THREADS, writer), writer, Operation.WRITE, 0);
        }
    }

    /**
     * Returns the slot of a value in the heap, which begins anew if another object with the same hash code has died; -1
     * if both are alive.
     */
    int slot(long key, Object base) {
        int slot = slot(key);
        WeakReference<Object> known = slot < 0 ? null : objects.get(slot);
        if (slot < 0 || known != null && known.refersTo(base)) {
            return slot;
        }
        if (known != null && !known.refersTo(null)) {
            return -1;
        }
        if (objects.compareAndSet(slot, known, new WeakReference<>(base)) && known != null) {
            renew(slot);
        }
        return slot;
    }

    /**
     * Begins anew with the values in memory that has just been allocated, since what was there has been freed. Links no
     * lambda, which would itself need memory.
     */
    void allocated(long address, long bytes) {
        bulk.add(address, bytes, 0);
        forEach(address, address + bytes, new IntConsumer() {
            @Override
            public void accept(int slot) {
                renew(slot);
            }
        });
    }

    /** Called before mapped memory is unmapped. Its values are looked at again when they are accessed again. */
    void unmapped(long address, long bytes) {
        bulk.add(address, bytes, 0);
        mappings.forget(address, address + bytes);
        forEach(address, address + bytes, new IntConsumer() {
            @Override
            public void accept(int slot) {
                states.getAndUpdate(slot, State::unmapped);
            }
        });
    }

    /**
     * Begins anew with a value in memory that was unmapped, unless it is the same one in the same file, or there was no
     * time to find out. Returns false if another thread has done so.
     */
    private synchronized boolean recognize(int slot) {
        if ((states.get(slot) & State.UNMAPPED) == 0) {
            return false;
        }
        Mappings.Place before = places.get(slot);
        boolean known = mappings.find(key(slot)) != null;
        if (known && (before == null || !before.equals(mappings.place(key(slot))))) {
            if (before != null && byPlace.remove(before, slot)) {
                IntStream.range(0, LIMIT).filter(other -> joined.get(other) == slot + 1).forEach(this::renew);
            }
            renew(slot);
        }
        states.getAndUpdate(slot, state -> state & ~State.UNMAPPED);
        return true;
    }

    private void renew(int slot) {
        past.accumulateAndGet(2 * slot, sharing(value(slot)).ordinal(), Math::max);
        past.accumulateAndGet(2 * slot + 1, mostThreads(value(slot)), Math::max);
        joined.set(slot, 0);
        for (int i = 0; i < THREADS; i++) {
            threads.set(slot * THREADS + i, 0);
            reads.set(slot * THREADS + i, 0);
            writes.set(slot * THREADS + i, 0);
        }
        writers.set(slot, 0);
        guards.set(slot, null);
        states.set(slot, State.renewed(states.get(slot)));
    }

    /** Changes when the memory of a value is allocated again. */
    int life(int value) {
        return State.life(states.getOpaque(value));
    }

    /** Records a bulk write for the values in it that may be tracked later. */
    void written(long first, long count, int thread) {
        if (first > 0 || sampled(first)) {
            bulk.add(first, count, thread);
        }
    }

    /** Whether an access by a thread adds nothing to a state in which its last access left the value. */
    boolean settled(int value, int state, int thread, Operation operation) {
        int writer = writers.getOpaque(value);
        return states.getOpaque(value) == state && (writer == thread
            || operation == Operation.READ && (writer == 0 || (state & State.COMMUNICATED) != 0));
    }

    /** Whether no two accesses were unordered, so that those at another time matter. */
    boolean ordered(int state) {
        return (state & State.UNORDERED) == 0;
    }

    /** Records an access by a thread whose number for the value is known. Returns the state of the value. */
    int touch(int value, int number, Clock thread, Operation operation) {
        int unordered = 0;
        if (ordered(states.getOpaque(value))) {
            unordered = isOrdered(value, number, thread, operation) ? 0 : State.UNORDERED;
        }
        return update(value, number, thread.thread, operation, unordered);
    }

    /** Records the time of an access, and whether all accesses that it conflicts with happened before. */
    private boolean isOrdered(int value, int number, Clock thread, Operation operation) {
        if (number == THREADS) {
            return false;
        }
        int first = value * THREADS;
        // Before the times of the others are read, so that of two threads at least one sees the other.
        (operation == Operation.READ ? reads : writes).set(first + number, thread.use());
        for (int i = 0; i < THREADS && threads.get(first + i) != 0; i++) {
            int other = threads.get(first + i);
            int time = writes.get(first + i);
            if (operation != Operation.READ) {
                time = Math.max(time, reads.get(first + i));
            }
            if (i != number && time != 0 && !thread.knows(other, time)) {
                return false;
            }
        }
        return true;
    }

    private int update(int value, int number, int thread, Operation operation, int flags) {
        int writer = writers.getOpaque(value);
        int foreign = operation != Operation.WRITE && writer != thread && writer != 0 ? State.COMMUNICATED : 0;
        int state;
        int next;
        do {
            state = states.getOpaque(value);
            next = State.after(state, number, operation) | foreign | flags;
        } while (next != state && !states.weakCompareAndSetVolatile(value, state, next));
        if (operation != Operation.READ && writer != thread) {
            writers.setOpaque(value, thread);
        }
        return next;
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

    /** Whether a value was accessed since its memory was allocated. */
    boolean touched(int slot) {
        return (states.get(slot) & State.BYTES) != 0;
    }

    /** Joins a value with the tracked values that share bytes with it. */
    private void join(int slot, int bytes) {
        long key = key(slot);
        for (long other = key - Long.BYTES + 1; other < key + bytes; other++) {
            int neighbor = other == key ? -1 : known(other);
            if (neighbor >= 0 && touched(neighbor) && other + bytes(neighbor) > key) {
                joinValues(value(slot), value(neighbor));
            }
        }
        Mappings.Place place = key < 0 ? null : mappings.place(key);
        places.set(slot, place);
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
            adopt(parent, child * THREADS + i);
        }
        add(parent, State.mixed(states.get(child), states.get(parent)));
        guard(parent, 0, guards.get(child) == null ? Locks.NONE : guards.get(child).all, 0);
        add(child, State.JOINED);
    }

    /** @param index of a thread of another value, whose accesses count for the parent from now on */
    private void adopt(int parent, int index) {
        int number = number(parent * THREADS, threads.get(index));
        int flags = number == THREADS ? State.UNORDERED : 0;
        if (number < THREADS) {
            reads.accumulateAndGet(parent * THREADS + number, reads.get(index), Math::max);
            writes.accumulateAndGet(parent * THREADS + number, writes.get(index), Math::max);
        }
        update(parent, number, 0, Operation.READ, flags);
    }

    /** Returns the slot that stands for a value: its own, or that of a value with which it shares bytes. */
    int value(int slot) {
        int value = slot;
        for (int next = joined.getOpaque(value); next != 0; next = joined.getOpaque(value)) {
            value = next - 1;
        }
        return value;
    }

    /** Whether a lock was held at all sampled accesses that matter to a value, so that the next ones matter. */
    boolean mayBeGuarded(int value) {
        Guards known = guards.get(value);
        return known == null || known.all.length > 0
            || known.before.length > 0 && (states.get(value) & State.RETURNED_LAST) == 0;
    }

    /** Whether an access by a thread must be sampled next, since none has been since another thread came. */
    boolean unsampled(int value, int thread) {
        Guards known = guards.get(value);
        return threads(value) > 1 && (known == null || mayBeGuarded(value) && (known.threads & 1 << thread) == 0);
    }

    /** Returns the fewest locks that were held at a sampled access; as many as are held now if none was sampled. */
    int fewestLocks(int value, int now) {
        Guards known = value < 0 ? null : guards.get(value);
        return known == null ? now : known.fewest;
    }

    /**
     * Records the locks that were held at an access by a thread with a number for the value.
     *
     * @param locks number of locks held, see {@link Tally#locks}
     */
    void guard(int value, int thread, int[] held, int locks) {
        Guards known;
        Guards next;
        do {
            known = guards.get(value);
            next = known == null ? new Guards(held, held, 1 << thread, locks) : known.and(held, thread, locks);
        } while (!guards.compareAndSet(value, known, next));
    }

    /** Called at an access without a lock. It is no handing over, even if the lock that guarded the value orders it. */
    void unguarded(int value) {
        Guards known = guards.get(value);
        if (known != null && known.shared() && known.all.length > 0) {
            add(value, State.UNORDERED);
        }
    }

    /** The latest thread needs no lock if no other has touched the value since. */
    private boolean isGuarded(int value) {
        Guards known = guards.get(value);
        boolean returned = (states.get(value) & State.RETURNED_LAST) != 0;
        return known != null && known.shared()
            && (known.all.length > 0 || !returned && known.before.length > 0);
    }

    /** @param slot stands for a value */
    Sharing sharing(int slot) {
        Sharing now = State.sharing(states.get(slot), isGuarded(slot));
        return Sharing.values()[Math.max(now.ordinal(), past.get(2 * slot))];
    }

    /** Returns the width of the widest access to the value; the largest width if it is not known yet. */
    int bytes(int slot) {
        int bytes = states.get(slot) & State.BYTES;
        return bytes == 0 ? Long.BYTES : Integer.highestOneBit(bytes);
    }

    /** Returns the number of threads that touched the value that a slot stands for, or one before it in its memory. */
    int mostThreads(int slot) {
        return Math.max(threads(slot), past.get(2 * slot + 1));
    }

    /** Returns the number of threads that touched the value that a slot stands for, at most {@link #THREADS}. */
    int threads(int slot) {
        return State.threads(states.get(slot));
    }
}
