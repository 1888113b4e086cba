// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Mappings.Place;
import org.tearline.agent.order.Mappings.Range;
import org.tearline.agent.order.SpinLock;

/** Records which threads touched each tracked value, and how. Thread-safe. */
public final class ValueTable extends Slots {
    private final Mappings mappings;
    private final BulkWrites bulk = new BulkWrites();
    private final AtomicReferenceArray<Value> values = new AtomicReferenceArray<>(LIMIT);
    private final SpinLock lock = new SpinLock();
    /** The values in files, by position. Guarded by the lock. */
    private final Map<Place, Value> byPlace = new HashMap<>();

    /** @param mappings show which addresses stand for the same bytes of a file */
    public ValueTable(Mappings mappings) {
        this.mappings = mappings;
    }

    public Value value(int slot) {
        Value known = values.get(slot);
        if (known == null) {
            values.compareAndSet(slot, null, new Value(slot, key(slot)));
            known = values.get(slot);
        }
        return known;
    }

    /** Returns the value with a key; null if it is not tracked. The key must not be 0. */
    public Value get(long key) {
        int slot = slot(key);
        return slot < 0 ? null : value(slot);
    }

    /** Returns the value with a key if it was accessed, else null. */
    public Value touched(long key) {
        int slot = known(key);
        return slot >= 0 && value(slot).isTouched() ? value(slot) : null;
    }

    /**
     * Returns the value with a key; null if it is not tracked, or if a live object with the same hash code has its
     * place. If that object has died, the value starts over.
     */
    public Value get(long key, Object base) {
        Value value = get(key);
        return value != null && isOf(value, base) ? value : null;
    }

    /** Whether a value is one of this object, which it becomes if the one before has died. True for native memory. */
    public boolean isOf(Value value, Object base) {
        WeakReference<Object> known = value.object;
        if (base == null || known != null && known.refersTo(base)) {
            return true;
        }
        if (known != null && !known.refersTo(null)) {
            return false;
        }
        claim(value, known, base);
        return true;
    }

    private void claim(Value value, WeakReference<Object> before, Object base) {
        lock.enter();
        try {
            if (value.object != before) {
                return;
            }
            value.object = new WeakReference<>(base);
            if (before != null) {
                value.renew();
            }
        } finally {
            lock.leave();
        }
    }

    /** Records an access by a thread to a value; returns a number of the thread, see {@link Value#touch}. */
    public int touch(Value value, Reader reader, Access access, int bytes) {
        boolean wasUnmapped = value.unmapped && recognize(value);
        if (value.widen(bytes)) {
            join(value, bytes);
        }
        Value root = value.root();
        BulkWrites.Write write = wasUnmapped || root.threads() == 0 ? bulk.last(value.key(), bytes) : null;
        if (write != null) {
            root.written(write);
        }
        return root.touch(reader, access, bytes);
    }

    /** Whether an aligned value is tracked, or another thread has copied to it or filled it in no known order. */
    public boolean mayBeTornByFill(long address, int bytes, Clock clock) {
        if (touched(address) != null) {
            return true;
        }
        BulkWrites.Write write = bulk.last(address, bytes);
        return write != null && !clock.knows(write.thread(), write.since());
    }

    /**
     * Begins anew with the values in memory that has just been allocated, since what was there has been freed. Links no
     * lambda, which would itself allocate memory.
     *
     * @param unmaps whether the memory is unmapped instead: at the next access to a value in it, {@link #recognize}
     *               decides about it
     */
    public void replaced(long address, long bytes, boolean unmaps) {
        if (unmaps) {
            mappings.forget(address, address + bytes);
        }
        bulk.forget(address, bytes);
        forEach(address, address + bytes, new IntConsumer() {
            @Override
            public void accept(int slot) {
                if (unmaps) {
                    value(slot).unmap();
                } else {
                    value(slot).renew();
                }
            }
        });
    }

    /**
     * Begins anew with a value whose memory was unmapped, unless the address is mapped to the same place in the same
     * file or its mapping is unknown. Returns false if another thread has decided that meanwhile.
     */
    private boolean recognize(Value value) {
        lock.enter();
        try {
            if (!value.unmapped) {
                return false;
            }
            Place before = value.place;
            boolean known = mappings.find(value.key()) != null;
            if (known && (before == null || !before.equals(mappings.place(value.key())))) {
                if (before != null && byPlace.remove(before, value)) {
                    IntStream.range(0, LIMIT).mapToObj(values::get)
                        .filter(other -> other != null && other.joined == value)
                        .forEach(Value::renew);
                }
                value.renew();
            }
            value.unmapped = false;
            return true;
        } finally {
            lock.leave();
        }
    }

    /** Records a bulk write for the values in it that may be tracked later. */
    public void written(long first, long count, Clock clock) {
        if (!Keys.isInHeap(first) || sampled(first)) {
            bulk.add(first, count, clock);
        }
    }

    /** Returns the other addresses of native memory, as far as values in files are tracked. */
    public List<Range> aliases(long first, long count) {
        return Keys.isInHeap(first) || byPlace.isEmpty() ? List.of() : mappings.aliases(first, count);
    }

    /** Links a value with the tracked ones that share bytes with it, and joins it with the same place in a file. */
    private void join(Value value, int bytes) {
        long key = value.key();
        for (long other = key - Long.BYTES + 1; other < key + bytes; other++) {
            Value neighbor = other == key ? null : touched(other);
            if (neighbor != null && other + neighbor.bytes() > key) {
                value.root().link(neighbor.root());
            }
        }
        Place place = Keys.isInHeap(key) ? null : mappings.place(key);
        value.place = place;
        if (place != null) {
            lock.enter();
            try {
                joinValues(value, byPlace.putIfAbsent(place, value));
            } finally {
                lock.leave();
            }
        }
    }

    /** Called with the lock, since two threads could otherwise join two values to each other, in a cycle. */
    private static void joinValues(Value value, Value same) {
        Value one = value.root();
        Value other = same == null ? one : same.root();
        // A value without accesses joins the other one. Of two with accesses, that with the larger slot does.
        boolean otherJoins = other.threads() == 0 || one.threads() > 0 && other.slot() > one.slot();
        if (one != other && otherJoins) {
            other.join(one);
        } else if (one != other) {
            one.join(other);
        }
    }
}
