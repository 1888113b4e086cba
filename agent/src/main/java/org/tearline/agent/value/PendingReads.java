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
    /** Whether a read was not ordered. */
    private final boolean[] unordered = new boolean[MOST];
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
            if (pending[i] == value && (isFenced || unordered[i])) {
                commit();
            } else if (pending[i] == value) {
                unordered[i] = isUnordered(value);
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
        unordered[count] = isUnordered(value);
        count++;
    }

    private boolean isUnordered(int value) {
        return values.history(value).order(clock, Operation.READ, cells) != History.ORDERED;
    }

    @Override
    public void commit() {
        for (int i = 0; i < count; i++) {
            int order = values.history(pending[i]).record(clock, Operation.READ, cells);
            values.addFlags(pending[i], State.ofOrder(unordered[i] ? History.UNORDERED : order));
        }
        count = 0;
        isFenced = false;
    }

    @Override
    public void fence() {
        for (int i = 0; i < count; i++) {
            unordered[i] |= isUnordered(pending[i]);
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
        if (isFenced && words[index] == key && !written) {
            validate(true, State.UNORDERED);
        } else if (isFenced && words[index] == key) {
            // Somebody wrote without the word.
            validate(seen[index] == value && (value & WRITING) == 0, State.UNVALIDATED);
        } else if (count > 0 && !isFenced && (strong || guard == key)) {
            commit();
        }
        latest = key;
        words[index] = key;
        seen[index] = value;
    }

    /**
     * @param valid       whether the thread may use what it has read
     * @param ifUnordered flag of a value whose read was not ordered nevertheless
     */
    private void validate(boolean valid, int ifUnordered) {
        for (int i = 0; i < count && valid; i++) {
            values.addFlags(pending[i], unordered[i] ? ifUnordered : 0);
        }
        count = 0;
        isFenced = false;
    }
}
