// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import org.agrona.UnsafeApi;

/**
 * The queue with cached remote counters in raw memory: two counters and slots of 16 bytes, for two threads or two
 * processes. It trusts every value that it reads of the other's counter, as the published one does; what it notes of
 * torn ones is beside the way and changes nothing. Slots are chosen by a mask, so no value leads out of the memory.
 *
 * <p>A class for each way to access the counters: whichever is loaded alone is compiled without a choice.
 */
abstract class OffHeapQueue implements Spsc {
    static final int SLOT_BYTES = 2 * Long.BYTES;
    /** Some 50 ns each where the line is fought for. */
    private static final int READS_TO_HEAL = 32;
    private static final int MASK = CAPACITY - 1;

    private final long tail;
    private final long head;
    private final long slots;
    private final Counting counting;
    private final long step;
    private final int shift;
    private final long room;
    private final Side producer;
    private final Side consumer;

    /**
     * A queue in memory of {@link Place#bytes()}.
     *
     * @param memory where it begins: at a page
     */
    private OffHeapQueue(long memory, Place place, Counting counting, int lineBytes) {
        this.counting = counting;
        tail = memory + place.tail(counting, lineBytes);
        head = memory + place.head(counting, lineBytes);
        slots = memory + Place.slots();
        step = counting.step();
        shift = counting.shift();
        room = step * CAPACITY;
        producer = new Side(counting.ordered(UnsafeApi.getLongVolatile(null, tail)),
            counting.ordered(UnsafeApi.getLongVolatile(null, head)));
        consumer = new Side(producer.seen, producer.own);
    }

    /** Returns the queue of a way to access counters: plain, ordered, volatile or locked. */
    static OffHeapQueue of(String access, long memory, Place place, Counting counting, int lineBytes) {
        return switch (access) {
            case "plain" -> new Plain(memory, place, counting, lineBytes);
            case "ordered" -> new Ordered(memory, place, counting, lineBytes);
            case "volatile" -> new Volatile(memory, place, counting, lineBytes);
            case "locked" -> new Locked(memory, place, counting, lineBytes);
            default -> throw new IllegalArgumentException("no access '" + access + "'");
        };
    }

    abstract long get(long address);

    abstract void put(long address, long value);

    @Override
    public final boolean offer(long sequence) {
        Side side = producer;
        long own = side.own;
        if (own - side.seen >= room) {
            refresh(side, head);
            if (own - side.seen >= room) {
                return false;
            }
        }
        long slot = slots + (long) ((int) (own >>> shift) & MASK) * SLOT_BYTES;
        UnsafeApi.putLong(null, slot, sequence);
        UnsafeApi.putLong(null, slot + Long.BYTES, Element.checksum(sequence));
        side.own = own + step;
        put(tail, counting.ordered(own + step));
        return true;
    }

    @Override
    public final boolean poll(Received received) {
        Side side = consumer;
        long own = side.own;
        if (own - side.seen >= 0) {
            refresh(side, tail);
            if (own - side.seen >= 0) {
                return false;
            }
        }
        long slot = slots + (long) ((int) (own >>> shift) & MASK) * SLOT_BYTES;
        received.sequence = UnsafeApi.getLong(null, slot);
        received.checksum = UnsafeApi.getLong(null, slot + Long.BYTES);
        side.own = own + step;
        put(head, counting.ordered(own + step));
        return true;
    }

    private void refresh(Side side, long address) {
        long value = counting.ordered(get(address));
        if (value - side.seen < 0 || counting.impossible(value)) {
            suspect(side, value, address);
        }
        side.before = side.seen;
        side.seen = value;
    }

    /**
     * A counter only grows. So of a value and a smaller one after it one is torn: the later one if the next reads are
     * again as large as the first. A torn store is whole again before many of them; a queue that believed a value ahead
     * has farther to go.
     */
    private void suspect(Side side, long value, long address) {
        if (counting.impossible(value)) {
            side.torn(side.seen, value, counting.ahead(value));
        } else if (!counting.impossible(side.seen)) {
            boolean healed = false;
            for (int i = 0; i < READS_TO_HEAL && !healed; i++) {
                healed = counting.ordered(get(address)) - side.seen >= 0;
            }
            side.torn(healed ? side.seen : side.before, healed ? value : side.seen, !healed);
        }
    }

    /** Returns how many elements were taken, as the consumer's counter says now. Thread-safe. */
    final long taken() {
        return counting.ordered(get(head)) >>> counting.shift();
    }

    /** Looks once more, so that a torn value that was read last is found too; for the end of a run. */
    @Override
    public final TornCounter torn() {
        refresh(producer, head);
        refresh(consumer, tail);
        return consumer.torn().with(producer.torn());
    }

    /** Fifteen longs before a side's fields. */
    private static class Before {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Holds what a side knows; its own line, because the other one spins beside it. */
    private static class Known extends Before {
        long own;
        long seen;
        long before;
        long reads;
        long readsAhead;
        long firstBefore;
        long firstTorn;
    }

    /** A side: its own counter, what it last saw of the other's, and the torn values among that. */
    private static final class Side extends Known {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;

        Side(long own, long seen) {
            this.own = own;
            this.seen = seen;
            before = seen;
        }

        private void torn(long last, long value, boolean ahead) {
            if (reads == 0) {
                firstBefore = last;
                firstTorn = value;
            }
            reads++;
            readsAhead += ahead ? 1 : 0;
        }

        private TornCounter torn() {
            return new TornCounter(reads, readsAhead, firstBefore, firstTorn);
        }
    }

    /** One MOV each: opaque, which a compiler neither merges nor moves across the slots. */
    private static final class Plain extends OffHeapQueue {
        Plain(long memory, Place place, Counting counting, int lineBytes) {
            super(memory, place, counting, lineBytes);
        }

        @Override
        long get(long address) {
            return UnsafeApi.getLongOpaque(null, address);
        }

        @Override
        void put(long address, long value) {
            UnsafeApi.putLongOpaque(null, address, value);
        }
    }

    /** Volatile loads, ordered stores: the usual pair. */
    private static final class Ordered extends OffHeapQueue {
        Ordered(long memory, Place place, Counting counting, int lineBytes) {
            super(memory, place, counting, lineBytes);
        }

        @Override
        long get(long address) {
            return UnsafeApi.getLongVolatile(null, address);
        }

        @Override
        void put(long address, long value) {
            UnsafeApi.putLongRelease(null, address, value);
        }
    }

    /** Volatile both: the lock is on the stack, behind the store. */
    private static final class Volatile extends OffHeapQueue {
        Volatile(long memory, Place place, Counting counting, int lineBytes) {
            super(memory, place, counting, lineBytes);
        }

        @Override
        long get(long address) {
            return UnsafeApi.getLongVolatile(null, address);
        }

        @Override
        void put(long address, long value) {
            UnsafeApi.putLongVolatile(null, address, value);
        }
    }

    /** Locked both, on the counter itself: whole wherever it lies, and a split lock where that is across a line. */
    private static final class Locked extends OffHeapQueue {
        Locked(long memory, Place place, Counting counting, int lineBytes) {
            super(memory, place, counting, lineBytes);
        }

        @Override
        long get(long address) {
            return UnsafeApi.getAndAddLong(null, address, 0);
        }

        @Override
        void put(long address, long value) {
            UnsafeApi.getAndSetLong(null, address, value);
        }
    }
}
