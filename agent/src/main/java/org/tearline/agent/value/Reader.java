// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;

/**
 * A thread that may still throw reads of tracked values away: it reads the word of a sequence lock, then values, and,
 * after an acquire fence, the word again. If the word has changed, the thread does not use the values, and the reads
 * count for nothing. Nor do they while a writer holds a StampedLock, which then refuses the stamp. Used by its thread
 * only.
 */
public class Reader extends Clock {
    private static final int MOST = 16;
    /** Latest reads of words that are remembered, a power of two. */
    private static final int WORDS = 1 << 6;
    /** For tests: shows which findings rest on the order of accesses. */
    private static final boolean EVERYTHING_ORDERED = Boolean.getBoolean("tearline.everythingOrdered");

    private final Cells cells;
    private final Value[] pending = new Value[MOST];
    /** How they were ordered so far. */
    private final Evidence[] orders = new Evidence[MOST];
    /** Whether copies or the like made them. */
    private final boolean[] bulks = new boolean[MOST];
    private int count;
    /** Whether an acquire fence came after them. */
    private boolean isFenced;
    /** The latest words that were read, and their values; null before the first one. */
    private long[] words;
    private long[] seen;
    private long latest;
    /** The word that was read last before the pending reads. */
    private long guard;

    /** @param earlier see {@link Clock#Clock(Clock)} */
    public Reader(Clock earlier, Cells cells) {
        super(earlier);
        this.cells = cells;
    }

    /** Returns whether an access of a thread came before what this one does now. */
    final Evidence order(int other, int time) {
        if (EVERYTHING_ORDERED || other == thread() || knows(other, time)) {
            return Evidence.ORDERED;
        }
        if (cells.initializationTeaches(this, other, time)) {
            return Evidence.ORDERED;
        }
        return cells.mayHavePassed(other, time) ? Evidence.TABLE_FULL : Evidence.UNORDERED;
    }

    /** Whether an access counts only later. */
    public final boolean defers(Operation operation) {
        return operation == Operation.READ && cells.defers();
    }

    /** Called before a read of a value is counted. */
    final void add(Value value, boolean bulk) {
        defer();
        for (int i = 0; i < count; i++) {
            if (pending[i] == value && (isFenced || orders[i] != Evidence.ORDERED)) {
                commit();
            } else if (pending[i] == value) {
                bulks[i] |= bulk;
                orders[i] = value.orderOfRead(this, bulks[i]);
                return;
            }
        }
        if (count == MOST) {
            commit();
        }
        if (count == 0) {
            guard = latest;
        }
        pending[count] = value;
        bulks[count] = bulk;
        orders[count] = value.orderOfRead(this, bulk);
        count++;
    }

    @Override
    protected final void commit() {
        for (int i = 0; i < count; i++) {
            pending[i].count(this, orders[i], bulks[i]);
        }
        count = 0;
        isFenced = false;
    }

    @Override
    protected final void fence() {
        for (int i = 0; i < count; i++) {
            orders[i] = orders[i].orWorse(pending[i].orderOfRead(this, bulks[i]));
        }
        isFenced = count > 0;
    }

    /**
     * A word that nobody has written, such as a constant, guards nothing. It may be written later, by the first writer:
     * that one does not conflict with reads that found the word as it was.
     */
    @Override
    protected final void word(long key, long value, boolean strong, boolean written, boolean held) {
        if (!written && !strong) {
            return;
        }
        if (words == null) {
            words = new long[WORDS];
            seen = new long[WORDS];
        }
        int index = Keys.slot(key, WORDS);
        if (isFenced && words[index] == key) {
            validate(!written || seen[index] == value && !held, written);
        } else if (count > 0 && !isFenced && (strong || guard == key)) {
            commit();
        }
        latest = key;
        words[index] = key;
        seen[index] = value;
    }

    /**
     * @param valid   whether the thread may use what it has read
     * @param guarded whether a writer may have used the word, but not every one did if a read was not ordered
     */
    private void validate(boolean valid, boolean guarded) {
        for (int i = 0; i < count && valid; i++) {
            boolean ordered = orders[i] == Evidence.ORDERED;
            pending[i].worsen(guarded && !ordered ? Evidence.UNVALIDATED : orders[i]);
        }
        count = 0;
        isFenced = false;
    }
}
