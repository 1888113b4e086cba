// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import org.agrona.UnsafeApi;
import org.tearline.bench.Cost;
import org.tearline.bench.Pages;

/**
 * {@link HeapQueues.Cached} in raw memory. Each side trusts every value that it reads from the other side's counter: a
 * torn value that is too small makes it wait. One that is too large makes the consumer deliver messages that were never
 * sent, and the producer overwrite messages that were not received. Slot indexes are masked, so a torn counter cannot
 * cause an access outside the memory.
 */
final class OffHeapQueue implements Spsc, AutoCloseable {
    private static final int SLOT_BYTES = 2 * Long.BYTES;
    private static final int MASK = CAPACITY - 1;
    private static final long TAIL_PAGE = 0;
    private static final long HEAD_PAGE = 2L * Cost.PAGE_BYTES;
    private static final long SLOTS = 4L * Cost.PAGE_BYTES;

    /** Accesses counters. A fork loads one implementation, so calls are monomorphic. */
    interface Counter {
        long get(long address);

        void put(long address, long value);
    }

    private static final class Plain implements Counter {
        @Override
        public long get(long address) {
            return UnsafeApi.getLongOpaque(null, address);
        }

        @Override
        public void put(long address, long value) {
            UnsafeApi.putLongOpaque(null, address, value);
        }
    }

    private static final class Ordered implements Counter {
        @Override
        public long get(long address) {
            return UnsafeApi.getLongVolatile(null, address);
        }

        @Override
        public void put(long address, long value) {
            UnsafeApi.putLongRelease(null, address, value);
        }
    }

    private static final class Volatile implements Counter {
        @Override
        public long get(long address) {
            return UnsafeApi.getLongVolatile(null, address);
        }

        @Override
        public void put(long address, long value) {
            UnsafeApi.putLongVolatile(null, address, value);
        }
    }

    /** Never torn, but a split lock across a line. */
    private static final class Locked implements Counter {
        @Override
        public long get(long address) {
            return UnsafeApi.getAndAddLong(null, address, 0);
        }

        @Override
        public void put(long address, long value) {
            UnsafeApi.getAndSetLong(null, address, value);
        }
    }

    /** Padding before the state of a side. JMH does not separate the sides, because its threads share the queue. */
    private static class Before {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** What a side knows: its own counter, and the other side's as last read. */
    private static class Known extends Before {
        long own;
        long seen;
        long torn;
    }

    private static final class Side extends Known {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    private final Pages pages = new Pages(SLOTS + (long) CAPACITY * SLOT_BYTES);
    private final Counter counter;
    private final boolean bigEndian;
    private final long tail;
    private final long head;
    private final long slots = pages.at(SLOTS);
    private final Side producer = new Side();
    private final Side consumer = new Side();

    /**
     * @param access    plain, ordered, volatile or locked counters
     * @param seam      the boundary that the counters cross, in bytes from the start of a page; 0 if they are aligned
     * @param bigEndian whether the counters are big-endian; the seam separates their lowest byte from the rest in
     *                  either order
     */
    OffHeapQueue(String access, int seam, boolean bigEndian) {
        this.bigEndian = bigEndian;
        int offset = offset(seam, bigEndian);
        counter = switch (access) {
            case "plain" -> new Plain();
            case "ordered" -> new Ordered();
            case "volatile" -> new Volatile();
            case "locked" -> new Locked();
            default -> throw new IllegalArgumentException("no access '" + access + "'");
        };
        tail = access.equals("locked") ? pages.lockableAt(TAIL_PAGE + offset) : pages.at(TAIL_PAGE + offset);
        head = pages.at(HEAD_PAGE + offset);
    }

    /** Returns the offset of a counter in its page. */
    static int offset(int seam, boolean bigEndian) {
        if (seam == 0) {
            return 0;
        }
        return seam - (bigEndian ? Long.BYTES - 1 : 1);
    }

    @Override
    public boolean offer(long number) {
        long own = producer.own;
        if (own - producer.seen >= CAPACITY) {
            producer.seen = inByteOrder(counter.get(head));
            if (own - producer.seen >= CAPACITY) {
                return false;
            }
        }
        long slot = slots + (own & MASK) * SLOT_BYTES;
        UnsafeApi.putLong(null, slot, number);
        UnsafeApi.putLong(null, slot + Long.BYTES, Element.checksum(number));
        producer.own = own + 1;
        counter.put(tail, inByteOrder(own + 1));
        return true;
    }

    @Override
    public long poll() {
        long own = consumer.own;
        if (own >= consumer.seen) {
            long value = inByteOrder(counter.get(tail));
            consumer.torn += value < consumer.seen ? 1 : 0;
            consumer.seen = value;
            if (own >= value) {
                return EMPTY;
            }
        }
        long slot = slots + (own & MASK) * SLOT_BYTES;
        long number = Element.checked(UnsafeApi.getLong(null, slot), UnsafeApi.getLong(null, slot + Long.BYTES));
        consumer.own = own + 1;
        counter.put(head, inByteOrder(own + 1));
        return number;
    }

    /** Counters only grow, so a decrease shows a torn value. */
    @Override
    public long torn() {
        return consumer.torn;
    }

    private long inByteOrder(long value) {
        return bigEndian ? Long.reverseBytes(value) : value;
    }

    @Override
    public void close() {
        pages.close();
    }
}
