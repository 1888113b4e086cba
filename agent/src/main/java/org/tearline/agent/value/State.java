// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import org.tearline.agent.access.Access.Operation;

/** The evidence of a value, as bits of an int. Pure. */
final class State {
    /** Bits of a state. The low four hold the bitwise OR of all access widths, in bytes. */
    static final int BYTES = 15;
    /** Written before a second thread touched the value. */
    private static final int WRITTEN_ALONE = 1 << 4;
    /** Written after a second thread had touched the value. */
    static final int WRITTEN_SHARED = 1 << 5;
    /** What could have put two conflicting accesses in order was forgotten. */
    static final int UNKNOWN = 1 << 6;
    /** Accessed, other than by an atomic update, after a second thread had touched the value. */
    private static final int UNLOCKED_SHARED = 1 << 7;
    /** A read may have been thrown away. */
    static final int UNVALIDATED = 1 << 11;
    /** Two accesses that conflict, and nothing that put them in order. */
    static final int UNORDERED = 1 << 12;
    /** The memory was unmapped. What is there now may be another value. */
    static final int UNMAPPED = 1 << 14;
    /** Two reads saw different bytes, although no watched access wrote them in between. */
    static final int CHANGED = 1 << 15;
    private static final int WRITTEN = WRITTEN_ALONE | WRITTEN_SHARED;
    static final int FLAGS = (1 << Short.SIZE) - 1;
    /** Position of the number of threads, at most {@link ValueTable#THREADS}. */
    private static final int COUNT = Short.SIZE;
    private static final int COUNTS = 15;
    /** Position of the number of times that the memory was allocated again or unmapped, which may wrap around. */
    private static final int LIFE = 20;

    private State() {
    }

    /** Returns the flag for what {@link History} says of an access. */
    static int ofOrder(int order) {
        return switch (order) {
            case History.ORDERED -> 0;
            case History.UNKNOWN -> UNKNOWN;
            default -> UNORDERED;
        };
    }

    /** Returns the state after an access by a thread with a number for the value. */
    static int after(int state, int number, Operation operation) {
        int count = Math.max(threads(state), Math.min(number + 1, ValueTable.THREADS));
        boolean shared = count > 1;
        int next = life(state) << LIFE | count << COUNT | state & FLAGS;
        if (operation != Operation.READ) {
            next |= shared ? WRITTEN_SHARED : WRITTEN_ALONE;
        }
        return shared && operation != Operation.UPDATE ? next | UNLOCKED_SHARED : next;
    }

    /** Returns the number of threads that touched the value, at most {@link ValueTable#THREADS}. */
    static int threads(int state) {
        return state >>> COUNT & COUNTS;
    }

    /**
     * Returns which writes have been seen, if one more would change the result; -1 if it would not, as the only thread
     * may write again.
     */
    static int lastWrites(int state) {
        boolean alone = threads(state) < 2;
        int never = alone ? WRITTEN : WRITTEN_SHARED;
        return (state & never) == 0 ? state & WRITTEN : -1;
    }

    static int life(int state) {
        return state >>> LIFE;
    }

    /** Returns the state of a value whose memory has been allocated again. */
    static int renewed(int state) {
        return life(state) + 1 << LIFE;
    }

    /** Returns the state of a value whose memory is unmapped. Without widths, the next access joins the value anew. */
    static int unmapped(int state) {
        return life(state) + 1 << LIFE | state & ((1 << LIFE) - 1 & ~BYTES) | UNMAPPED;
    }

    /** Returns the state of a value that had two keys. */
    static int joined(int state, int other, int atLeast) {
        int threads = Math.max(threads(state), Math.min(atLeast, ValueTable.THREADS));
        int both = (state | other) & FLAGS & ~BYTES;
        if (threads > 1 && (state & other & FLAGS & ~BYTES) != (both & ~(UNORDERED | UNKNOWN | UNVALIDATED))) {
            both |= (both & WRITTEN) == 0 ? UNLOCKED_SHARED : UNLOCKED_SHARED | WRITTEN_SHARED;
        }
        return life(state) << LIFE | threads << COUNT | state & BYTES | both;
    }

    static Evidence evidence(int state) {
        if ((state & UNORDERED) != 0) {
            return Evidence.UNORDERED;
        }
        int written = threads(state) < 2 ? WRITTEN : WRITTEN_SHARED;
        if ((state & CHANGED) != 0 && (state & written) == 0) {
            return Evidence.UNSEEN_WRITER;
        }
        if (threads(state) < 2) {
            return Evidence.ONE_THREAD;
        }
        if ((state & UNLOCKED_SHARED) == 0) {
            return Evidence.LOCKED;
        }
        if ((state & UNVALIDATED) != 0) {
            return Evidence.UNVALIDATED;
        }
        return (state & UNKNOWN) != 0 ? Evidence.TABLE_FULL : Evidence.ORDERED;
    }
}
