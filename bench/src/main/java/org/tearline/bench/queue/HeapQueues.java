// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The published ablation of queues of references, one improvement after the other. Each class is one step: the code is
 * repeated, because a shared part would be compiled for all of them.
 */
final class HeapQueues {
    private static final int MASK = Spsc.CAPACITY - 1;
    private static final int POOL_MASK = 2 * Spsc.CAPACITY - 1;

    private HeapQueues() {
    }

    private static void give(Element element, Received received) {
        received.sequence = element.sequence;
        received.checksum = element.checksum;
    }

    /** Lamport's: each side reads the other's counter every time, and stores its own as a volatile. */
    static final class LamportVolatile implements Spsc {
        private final Element[] pool;
        private final Element[] slots = new Element[CAPACITY];
        private final AtomicLong tail = new AtomicLong();
        private final AtomicLong head = new AtomicLong();

        LamportVolatile(Element[] pool) {
            this.pool = pool;
        }

        @Override
        public boolean offer(long sequence) {
            long own = tail.get();
            if (own - head.get() >= CAPACITY) {
                return false;
            }
            Element element = pool[(int) sequence & POOL_MASK];
            element.fill(sequence);
            slots[(int) own & MASK] = element;
            tail.set(own + 1);
            return true;
        }

        @Override
        public boolean poll(Received received) {
            long own = head.get();
            if (own >= tail.get()) {
                return false;
            }
            give(slots[(int) own & MASK], received);
            head.set(own + 1);
            return true;
        }
    }

    /** The same with ordered stores: no core waits for its own. */
    static final class Ordered implements Spsc {
        private final Element[] pool;
        private final Element[] slots = new Element[CAPACITY];
        private final AtomicLong tail = new AtomicLong();
        private final AtomicLong head = new AtomicLong();

        Ordered(Element[] pool) {
            this.pool = pool;
        }

        @Override
        public boolean offer(long sequence) {
            long own = tail.get();
            if (own - head.get() >= CAPACITY) {
                return false;
            }
            Element element = pool[(int) sequence & POOL_MASK];
            element.fill(sequence);
            slots[(int) own & MASK] = element;
            tail.lazySet(own + 1);
            return true;
        }

        @Override
        public boolean poll(Received received) {
            long own = head.get();
            if (own >= tail.get()) {
                return false;
            }
            give(slots[(int) own & MASK], received);
            head.lazySet(own + 1);
            return true;
        }
    }

    /** The same, and the other's counter is read again only when the last value of it is used up. */
    static final class Cached implements Spsc {
        private final Element[] pool;
        private final Element[] slots = new Element[CAPACITY];
        private final AtomicLong tail = new AtomicLong();
        private final AtomicLong head = new AtomicLong();
        private long headSeen;
        private long tailSeen;

        Cached(Element[] pool) {
            this.pool = pool;
        }

        @Override
        public boolean offer(long sequence) {
            long own = tail.get();
            if (own - headSeen >= CAPACITY) {
                headSeen = head.get();
                if (own - headSeen >= CAPACITY) {
                    return false;
                }
            }
            Element element = pool[(int) sequence & POOL_MASK];
            element.fill(sequence);
            slots[(int) own & MASK] = element;
            tail.lazySet(own + 1);
            return true;
        }

        @Override
        public boolean poll(Received received) {
            long own = head.get();
            if (own >= tailSeen) {
                tailSeen = tail.get();
                if (own >= tailSeen) {
                    return false;
                }
            }
            give(slots[(int) own & MASK], received);
            head.lazySet(own + 1);
            return true;
        }
    }

    /** Fifteen longs before a field; a superclass's fields lie before a subclass's, whatever the JVM reorders. */
    private static class Before {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    private static class Seen extends Before {
        long seen;
    }

    /** Holds what a side last saw of the other's counter, on a line of its own. */
    private static final class Side extends Seen {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    /** A counter with fifteen longs behind it; what lies before it is the end of another one. */
    private static final class PaddedLong extends AtomicLong {
        private static final long serialVersionUID = 1L;
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    /** The same with padded counters, each an object of its own. */
    static final class Padded implements Spsc {
        private final Element[] pool;
        private final Element[] slots = new Element[CAPACITY];
        private final PaddedLong before = new PaddedLong();
        private final PaddedLong tail = new PaddedLong();
        private final PaddedLong head = new PaddedLong();
        private final Side producer = new Side();
        private final Side consumer = new Side();

        Padded(Element[] pool) {
            this.pool = pool;
        }

        @Override
        public boolean offer(long sequence) {
            long own = tail.get();
            Side side = producer;
            if (own - side.seen >= CAPACITY) {
                side.seen = head.get();
                if (own - side.seen >= CAPACITY) {
                    return false;
                }
            }
            Element element = pool[(int) sequence & POOL_MASK];
            element.fill(sequence);
            slots[(int) own & MASK] = element;
            tail.lazySet(own + 1);
            return true;
        }

        @Override
        public boolean poll(Received received) {
            long own = head.get();
            Side side = consumer;
            if (own >= side.seen) {
                side.seen = tail.get();
                if (own >= side.seen) {
                    return false;
                }
            }
            give(slots[(int) own & MASK], received);
            head.lazySet(own + 1);
            return true;
        }
    }
}
