// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The last step of the ablation: counters and what was seen of them are fields of the queue itself, with padding by
 * inheritance between. One producer, one consumer.
 */
final class InlinedQueue extends InlinedFields.AfterConsumer implements Spsc {
    private static final int MASK = CAPACITY - 1;
    private static final int POOL_MASK = 2 * CAPACITY - 1;
    private static final VarHandle TAIL = handle(InlinedFields.ProducerFields.class, "tail");
    private static final VarHandle HEAD = handle(InlinedFields.ConsumerFields.class, "head");

    private final Element[] pool;
    private final Element[] slots = new Element[CAPACITY];

    InlinedQueue(Element[] pool) {
        this.pool = pool;
    }

    private static VarHandle handle(Class<?> owner, String field) {
        try {
            return MethodHandles.lookup().findVarHandle(owner, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public boolean offer(long sequence) {
        // Nobody else writes it.
        long own = tail;
        if (own - headSeen >= CAPACITY) {
            headSeen = (long) HEAD.getVolatile(this);
            if (own - headSeen >= CAPACITY) {
                return false;
            }
        }
        Element element = pool[(int) sequence & POOL_MASK];
        element.fill(sequence);
        slots[(int) own & MASK] = element;
        TAIL.setRelease(this, own + 1);
        return true;
    }

    @Override
    public boolean poll(Received received) {
        long own = head;
        if (own >= tailSeen) {
            tailSeen = (long) TAIL.getVolatile(this);
            if (own >= tailSeen) {
                return false;
            }
        }
        Element element = slots[(int) own & MASK];
        received.sequence = element.sequence;
        received.checksum = element.checksum;
        HEAD.setRelease(this, own + 1);
        return true;
    }
}
