// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.tearline.agent.order.Passed.GONE;
import static org.tearline.agent.order.Passed.NOTHING;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A place through which threads pass on what they know: a word, a field, an element, a monitor, or the like. Refers to
 * its object, if it has one. Thread-safe.
 */
final class Cell extends WeakReference<Object> {
    /** Not a VarHandle, the first use of which runs code that calls the agent. */
    private static final AtomicReferenceFieldUpdater<Cell, Passed> PASSED =
        AtomicReferenceFieldUpdater.newUpdater(Cell.class, Passed.class, "passed");

    final long key;
    final Source source;
    private final boolean inHeap;
    volatile Passed passed = NOTHING;
    /** Whether any thread has written the place since it has been known. */
    boolean written;
    /** Orders cells by their last change: how many had been added then. */
    int when;

    /** @param base null for native memory */
    Cell(long key, Object base, Source source) {
        super(base);
        this.key = key;
        this.source = source;
        this.inHeap = base != null;
    }

    boolean is(long otherKey, Object base) {
        return key == otherKey && (base == null || refersTo(base));
    }

    /** Whether no thread can reach the place any more. */
    boolean isDead() {
        return inHeap && refersTo(null);
    }

    /** Passes on more; returns what is passed on then, or null if the cell has lost its place in the table. */
    Passed add(Passed known) {
        Passed before = passed;
        while (before != GONE) {
            Passed after = before.plus(known);
            if (before == after || PASSED.compareAndSet(this, before, after)) {
                return after;
            }
            before = passed;
        }
        return null;
    }

    /** Called when the cell loses its place in the table; returns what it has passed on. */
    Passed remove() {
        return PASSED.getAndSet(this, GONE);
    }
}
