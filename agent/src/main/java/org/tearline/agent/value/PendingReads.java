// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Reads;

/**
 * Reads of tracked values that a thread may still throw away: it reads the word of a sequence lock, then values, and,
 * after an acquire fence, the word again. If the word has changed, the thread does not use the values, and the reads
 * count for nothing. Used by its thread only.
 */
public final class PendingReads implements Reads {
    private static final int MOST = 16;
    /** Bit of a word that is set while a writer changes the values, by a convention of sequence locks. */
    private static final int WRITING = 1;
    /** Latest reads of words that are remembered, a power of two. */
    private static final int WORDS = 1 << 6;

    private final ValueTable values;
    private final Cells cells;
    private final Clock clock;
    private final int[] pending = new int[MOST];
    /** How they were ordered so far, see {@link History}. */
    private final int[] orders = new int[MOST];
    private int count;
    /** Whether an acquire fence came after them. */
    private boolean isFenced;
    private final long[] words = new long[WORDS];
    private final long[] seen = new long[WORDS];
    private long latest;
    /** The word that was read last before the pending reads. */
    private long guard;

    PendingReads(ValueTable values, Cells cells, Clock clock) {
        this.values = values;
        this.cells = cells;
        this.clock = clock;
    }

    /** Called after a read of a value. */
    void add(int value) {
        clock.defer();
        for (int i = 0; i < count; i++) {
            if (pending[i] == value && (isFenced || orders[i] != History.ORDERED)) {
                commit();
            } else if (pending[i] == value) {
                orders[i] = order(value);
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
        orders[count] = order(value);
        count++;
    }

    private int order(int value) {
        return values.history(value).order(clock, Operation.READ, cells);
    }

    @Override
    public void commit() {
        for (int i = 0; i < count; i++) {
            int order = values.history(pending[i]).record(clock, Operation.READ, cells);
            values.addFlags(pending[i], State.ofOrder(Math.max(orders[i], order)));
        }
        count = 0;
        isFenced = false;
    }

    @Override
    public void fence() {
        for (int i = 0; i < count; i++) {
            orders[i] = Math.max(orders[i], order(pending[i]));
        }
        isFenced = count > 0;
    }

    /**
     * A word that nobody has written, such as a constant, guards nothing. It may be written later, by the first writer:
     * that one does not conflict with reads that found the word as it was.
     */
    @Override
    public void word(long key, long value, boolean strong, boolean written) {
        if (!written && !strong) {
            return;
        }
        int index = (int) (key * Keys.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(WORDS));
        if (isFenced && words[index] == key) {
            validate(!written || seen[index] == value && (value & WRITING) == 0, written);
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
            int flags = State.ofOrder(orders[i]);
            values.addFlags(pending[i], guarded && flags != 0 ? State.UNVALIDATED : flags);
        }
        count = 0;
        isFenced = false;
    }
}
