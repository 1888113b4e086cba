// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/** The optimization stages of a single-producer single-consumer queue published in 2013. */
final class HeapQueues {
    /** A line has 16 compressed references. */
    static final int ON_OWN_LINE = 4;
    private static final int MASK = Spsc.CAPACITY - 1;

    private HeapQueues() {
    }

    /** Lamport's queue: each side reads the other's counter every time, and updates its own with a volatile store. */
    static class Lamport implements Spsc {
        final AtomicLong tail;
        final AtomicLong head;
        private final Element.Pool pool = new Element.Pool();
        private final Element[] slots = new Element[CAPACITY];

        Lamport() {
            this(new AtomicLong(), new AtomicLong());
        }

        private Lamport(AtomicLong tail, AtomicLong head) {
            this.tail = tail;
            this.head = head;
        }

        @Override
        public final boolean offer(long number) {
            long own = tail.get();
            if (full(own)) {
                return false;
            }
            slots[(int) own & MASK] = pool.filled(number);
            publish(tail, own + 1);
            return true;
        }

        @Override
        public final long poll() {
            long own = head.get();
            if (empty(own)) {
                return EMPTY;
            }
            long number = slots[(int) own & MASK].read();
            publish(head, own + 1);
            return number;
        }

        boolean full(long own) {
            return own - head.get() >= CAPACITY;
        }

        boolean empty(long own) {
            return own >= tail.get();
        }

        void publish(AtomicLong counter, long value) {
            counter.set(value);
        }
    }

    /** Updates the counters with ordered stores, which need no fence on x86. */
    static class Ordered extends Lamport {
        Ordered() {
        }

        private Ordered(AtomicLong tail, AtomicLong head) {
            super(tail, head);
        }

        @Override
        final void publish(AtomicLong counter, long value) {
            counter.lazySet(value);
        }
    }

    /** Caches the other side's counter and reads it again only when necessary. */
    static final class Cached extends Ordered {
        private long headSeen;
        private long tailSeen;

        @Override
        boolean full(long own) {
            if (own - headSeen >= CAPACITY) {
                headSeen = head.get();
            }
            return own - headSeen >= CAPACITY;
        }

        @Override
        boolean empty(long own) {
            if (own >= tailSeen) {
                tailSeen = tail.get();
            }
            return own >= tailSeen;
        }
    }

    /**
     * A counter followed by 120 bytes of padding. In allocation order, the padding of the previous counter precedes it.
     */
    private static final class PaddedLong extends AtomicLong {
        private static final long serialVersionUID = 1L;
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    /** Counters and cached counters on separate lines. */
    static final class Padded extends Ordered {
        private final PaddedLong headSeen = new PaddedLong();
        private final PaddedLong tailSeen = new PaddedLong();

        Padded() {
            super(new PaddedLong(), new PaddedLong());
        }

        @Override
        boolean full(long own) {
            if (own - headSeen.getPlain() >= CAPACITY) {
                headSeen.setPlain(head.get());
            }
            return own - headSeen.getPlain() >= CAPACITY;
        }

        @Override
        boolean empty(long own) {
            if (own >= tailSeen.getPlain()) {
                tailSeen.setPlain(tail.get());
            }
            return own >= tailSeen.getPlain();
        }
    }

    /** 120 bytes of padding. The JVM places fields of a superclass before those of a subclass. */
    private static class BeforeProducer {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Written by the producer. */
    private static class ProducerFields extends BeforeProducer {
        long tail;
        long headSeen;
    }

    private static class Between extends ProducerFields {
        long c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
    }

    /** Written by the consumer. */
    private static class ConsumerFields extends Between {
        long head;
        long tailSeen;
    }

    private static class AfterConsumer extends ConsumerFields {
        long d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
    }

    /** Counters and cached counters are fields of the queue, padded by inheritance. */
    static final class Inlined extends AfterConsumer implements Spsc {
        private static final VarHandle TAIL = handle(ProducerFields.class, "tail");
        private static final VarHandle HEAD = handle(ConsumerFields.class, "head");

        private final Element.Pool pool = new Element.Pool();
        private final int spread;
        private final Element[] slots;

        /** @param spread a slot is followed by as many unused ones as make 1 &lt;&lt; spread */
        Inlined(int spread) {
            this.spread = spread;
            this.slots = new Element[CAPACITY << spread];
        }

        private static VarHandle handle(Class<?> owner, String field) {
            try {
                return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .findVarHandle(owner, field, long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public boolean offer(long number) {
            long own = tail;
            if (own - headSeen >= CAPACITY) {
                headSeen = (long) HEAD.getVolatile(this);
                if (own - headSeen >= CAPACITY) {
                    return false;
                }
            }
            slots[((int) own & MASK) << spread] = pool.filled(number);
            TAIL.setRelease(this, own + 1);
            return true;
        }

        @Override
        public long poll() {
            long own = head;
            if (own >= tailSeen) {
                tailSeen = (long) TAIL.getVolatile(this);
                if (own >= tailSeen) {
                    return EMPTY;
                }
            }
            long number = slots[((int) own & MASK) << spread].read();
            HEAD.setRelease(this, own + 1);
            return number;
        }
    }
}
