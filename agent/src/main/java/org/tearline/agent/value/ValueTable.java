// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Source;
import org.tearline.agent.order.Table;

/** Records which threads touched each tracked value, and how. Thread-safe. */
public final class ValueTable extends Slots {
    /** Maximum number of threads tracked per value. What matters is whether there is more than one. */
    public static final int THREADS = 8;

    private final Mappings mappings;
    private final Cells cells;
    /** Whether reads may be thrown away after a fence, so that they count only later. */
    private volatile boolean defers;
    private final BulkWrites bulk = new BulkWrites();
    private final Table<Mappings.Place, Integer> byPlace = new Table<>();
    /** Positions of the values in files, by slot; null for memory that is in no shared mapping. */
    private final AtomicReferenceArray<Mappings.Place> places = new AtomicReferenceArray<>(LIMIT);
    private final Touchers numbers = new Touchers();
    private final AtomicReferenceArray<History> histories = new AtomicReferenceArray<>(LIMIT);
    /** What the latest thread of a value learnt something through last; null if nothing. */
    private final AtomicReferenceArray<Source> sources = new AtomicReferenceArray<>(LIMIT);
    /** By slot, what the last sampled read saw; null if there was none. */
    private final AtomicReferenceArray<Seen> seen = new AtomicReferenceArray<>(LIMIT);
    /** See {@link State}. */
    private final AtomicIntegerArray states = new AtomicIntegerArray(LIMIT);
    /** Slot of the value with which a value shares bytes, plus one; 0 if there is none. */
    private final AtomicIntegerArray joined = new AtomicIntegerArray(LIMIT);
    /** The object of a value in the heap. */
    private final AtomicReferenceArray<WeakReference<Object>> objects = new AtomicReferenceArray<>(LIMIT);
    /** For each slot, the most dangerous {@link Evidence} of earlier values there, and the most threads of one. */
    private final AtomicIntegerArray past = new AtomicIntegerArray(2 * LIMIT);

    /**
     * @param mappings show which addresses stand for the same bytes of a file
     * @param cells    what threads pass on
     */
    public ValueTable(Mappings mappings, Cells cells) {
        this.mappings = mappings;
        this.cells = cells;
    }

    /**
     * A thread's access to a tracked value.
     *
     * @param slot   of the value itself
     * @param value  slot that stands for it
     * @param life   see {@link #life}
     * @param thread number of the thread for this value; the ninth and later threads share a number
     */
    public record Touch(int slot, int value, int life, int thread) {
    }

    /**
     * What a read saw.
     *
     * @param bits   the smaller of the number and that with reversed bytes, since a program may read in both orders
     * @param writes see {@link State#lastWrites}
     */
    private record Seen(long bits, int bytes, int writes) {
        static Seen of(long read, int bytes, int writes) {
            int unused = Long.SIZE - bytes * Byte.SIZE;
            long forward = read << unused >>> unused;
            return new Seen(Math.min(forward, Long.reverseBytes(forward) >>> unused), bytes, writes);
        }

        boolean showsChange(Seen before) {
            boolean unwritten = writes >= 0 && writes == before.writes;
            return unwritten && bytes == before.bytes && bits != before.bits;
        }
    }

    /** Called when there is code that may throw reads away after a fence. */
    public void defer() {
        defers = true;
    }

    public boolean defers() {
        return defers;
    }

    /** Returns the reads of a thread that it may throw away, creating them at the first call. */
    public PendingReads pending(Clock clock) {
        if (clock.reads() == null) {
            clock.setReads(new PendingReads(this, cells, clock));
        }
        return (PendingReads) clock.reads();
    }

    History history(int value) {
        History known = histories.get(value);
        if (known == null) {
            histories.compareAndSet(value, null, new History());
            known = histories.get(value);
        }
        return known;
    }

    /** Records an access by a thread to the value that has a slot. */
    public Touch touch(int slot, Clock clock, Operation operation, int bytes) {
        boolean wasUnmapped = (state(slot) & State.UNMAPPED) != 0 && recognize(slot);
        if ((state(slot) & bytes) == 0) {
            addFlags(slot, bytes);
            join(slot, bytes);
        }
        int value = value(slot);
        if (wasUnmapped || threads(value) == 0) {
            touchByBulk(value, bulk.last(key(slot), bytes));
        }
        int number = numbers.number(value, clock.thread());
        touch(value, clock, operation);
        return new Touch(slot, value(slot), life(value(slot)), number);
    }

    /** Whether an aligned value is tracked, or another thread has copied to it or filled it in no known order. */
    public boolean mayBeTornByFill(long address, int bytes, Clock clock) {
        int slot = known(address);
        if (slot >= 0 && touched(slot)) {
            return true;
        }
        BulkWrites.Write write = bulk.last(address, bytes);
        return write != null && write.thread() != clock.thread() && !clock.knows(write.thread(), write.since());
    }

    /** Records the bulk write that came before the first access to a value; null if there was none. */
    private void touchByBulk(int value, BulkWrites.Write write) {
        if (write != null) {
            history(value).written(write.thread(), write.since());
            add(value, write.thread(), Operation.WRITE, 0);
        }
    }

    /**
     * Returns the slot of a value in the heap; -1 if it is not tracked, or if a live object with the same hash code has
     * the slot. If that object has died, the slot starts over.
     */
    public int slot(long key, Object base) {
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
     * lambda, which would itself allocate memory.
     */
    public void allocated(long address, long bytes) {
        bulk.forget(address, bytes);
        forEach(address, address + bytes, new IntConsumer() {
            @Override
            public void accept(int slot) {
                renew(slot);
            }
        });
    }

    /** Called before memory is unmapped. At the next access to a value in it, {@link #recognize} decides about it. */
    public void unmapped(long address, long bytes) {
        bulk.forget(address, bytes);
        mappings.forget(address, address + bytes);
        forEach(address, address + bytes, new IntConsumer() {
            @Override
            public void accept(int slot) {
                // What is there next may be another file.
                seen.set(slot, null);
                states.getAndUpdate(slot, State::unmapped);
            }
        });
    }

    /**
     * Begins anew with a value whose memory was unmapped, unless the address is mapped to the same place in the same
     * file or its mapping is unknown. Returns false if another thread has decided that meanwhile.
     */
    private synchronized boolean recognize(int slot) {
        if ((state(slot) & State.UNMAPPED) == 0) {
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

    /** Begins anew with a value, keeping only what is most dangerous of the earlier one. */
    private void renew(int slot) {
        keepMost(2 * slot, evidence(value(slot)).ordinal());
        keepMost(2 * slot + 1, mostThreads(value(slot)));
        joined.set(slot, 0);
        seen.set(slot, null);
        numbers.clear(slot);
        histories.set(slot, null);
        sources.set(slot, null);
        states.set(slot, State.renewed(state(slot)));
    }

    private void keepMost(int index, int number) {
        for (int held = past.get(index); held < number; held = past.get(index)) {
            past.compareAndSet(index, held, number);
        }
    }

    /** Changes when the memory of a value is allocated again or unmapped, or its object has died. */
    public int life(int value) {
        return State.life(state(value));
    }

    /** Records a bulk write for the values in it that may be tracked later. */
    public void written(long first, long count, Clock clock) {
        if (!Keys.isInHeap(first) || sampled(first)) {
            bulk.add(first, count, clock.thread(), clock.use());
        }
    }

    /** Returns the other addresses of native memory, as far as values in files are tracked. */
    public List<Mappings.Range> aliases(long first, long count) {
        return Keys.isInHeap(first) || byPlace.isEmpty() ? List.of() : mappings.aliases(first, count);
    }

    private int state(int value) {
        return states.get(value);
    }

    /** Records an access. */
    public void touch(int value, Clock clock, Operation operation) {
        int flags = 0;
        if (defers && operation == Operation.READ) {
            pending(clock).add(value);
        } else {
            flags = State.ofOrder(history(value).record(clock, operation, cells));
        }
        if (threads(value) > 0 && clock.source() != sources.getOpaque(value)) {
            sources.setOpaque(value, clock.source());
        }
        add(value, clock.thread(), operation, flags);
    }

    /** @param flags further flags of the {@link State} to set */
    private void add(int value, int thread, Operation operation, int flags) {
        int number = numbers.number(value, thread);
        int before = states.get(value);
        int after = State.after(before, number, operation) | flags;
        while (after != before && !states.compareAndSet(value, before, after)) {
            before = states.get(value);
            after = State.after(before, number, operation) | flags;
        }
    }

    void addFlags(int slot, int flags) {
        for (int state = states.get(slot); (state & flags) != flags; state = states.get(slot)) {
            states.compareAndSet(slot, state, state | flags);
        }
    }

    /** Records what a read of a value saw, as bits. Notes if they changed, although no watched access wrote them. */
    public void saw(int slot, long read, int bytes) {
        int value = value(slot);
        Seen now = Seen.of(read, bytes, State.lastWrites(state(value)));
        Seen before = seen.getAndSet(slot, now);
        // A thread may change its own array byte by byte, which is not watched. No other process writes it.
        boolean mayBeOwn = Keys.isInHeap(key(slot)) && threads(value) < 2;
        if (before != null && !mayBeOwn && now.showsChange(before)) {
            addFlags(value, State.CHANGED);
        }
    }

    /** Whether a value was accessed since its memory was allocated or unmapped. */
    public boolean touched(int slot) {
        return (state(slot) & State.BYTES) != 0;
    }

    /** Joins a value with the tracked values that share bytes with it, also through another mapping of a file. */
    private void join(int slot, int bytes) {
        long key = key(slot);
        for (long other = key - Long.BYTES + 1; other < key + bytes; other++) {
            int neighbor = other == key ? -1 : known(other);
            if (neighbor >= 0 && touched(neighbor) && other + bytes(neighbor) > key) {
                joinValues(slot, neighbor);
            }
        }
        Mappings.Place place = Keys.isInHeap(key) ? null : mappings.place(key);
        places.set(slot, place);
        Integer same = place == null ? null : byPlace.putIfAbsent(place, slot);
        if (same != null) {
            joinValues(slot, same);
        }
    }

    /** Synchronized, since two threads could otherwise join two values to each other, in a cycle. */
    private synchronized void joinValues(int slot, int neighbor) {
        int one = value(slot);
        int other = value(neighbor);
        // A value without accesses joins the other one. Of two with accesses, that with the larger slot does.
        boolean otherJoins = threads(other) == 0 || threads(one) > 0 && other > one;
        int child = otherJoins ? other : one;
        int parent = otherJoins ? one : other;
        if (child == parent || !joined.compareAndSet(child, 0, parent + 1) || threads(child) == 0) {
            return;
        }
        int threads = numbers.adopt(parent, child);
        history(parent).adopt(history(child));
        int adopted = state(child);
        states.getAndUpdate(parent, state -> State.joined(state, adopted, threads));
    }

    /** Returns the slot that stands for a value: its own, or that of a value with which it shares bytes. */
    public int value(int slot) {
        int value = slot;
        for (int next = joined.getOpaque(value); next != 0; next = joined.getOpaque(value)) {
            value = next - 1;
        }
        return value;
    }

    /** Returns the most dangerous evidence of the value that a slot stands for, and of earlier ones in its memory. */
    public Evidence evidence(int slot) {
        Evidence now = State.evidence(state(slot));
        return Evidence.values()[Math.max(now.ordinal(), past.get(2 * slot))];
    }

    /** Returns what put the accesses to a value in order last; null if that is not known. */
    public Source source(int slot) {
        return sources.get(slot);
    }

    /** Returns the width of the widest access to the value; the largest width if it is not known yet. */
    public int bytes(int slot) {
        int bytes = state(slot) & State.BYTES;
        return bytes == 0 ? Long.BYTES : Integer.highestOneBit(bytes);
    }

    /** Returns the most threads that touched the value that a slot stands for, or an earlier one in its memory. */
    public int mostThreads(int slot) {
        return Math.max(threads(slot), past.get(2 * slot + 1));
    }

    /** Returns the number of threads that touched the value that a slot stands for, at most {@link #THREADS}. */
    public int threads(int slot) {
        return State.threads(state(slot));
    }
}
