// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import org.tearline.agent.access.Access.Operation;

/** The evidence of a value, as bits of an int. Pure. */
final class State {
    /** Bits of a state. The low four hold the bitwise OR of all access widths, in bytes. */
    static final int BYTES = 15;
    /** Written before a second thread touched the value. */
    private static final int WRITTEN_ALONE = 1 << 4;
    /** Written after a second thread had touched the value. */
    static final int WRITTEN_SHARED = 1 << 5;
    /** A thread touched the value again after a later thread had touched it. */
    static final int RETURNED = 1 << 6;
    /** Accessed, other than by an atomic update, after a second thread had touched the value. */
    private static final int UNLOCKED_SHARED = 1 << 7;
    static final int READ = 1 << 8;
    /** A thread read what another had written. */
    static final int COMMUNICATED = 1 << 9;
    /** Another slot stands for the value. */
    static final int JOINED = 1 << 10;
    /** A thread touched the value again after the latest of its threads had touched it. */
    static final int RETURNED_LAST = 1 << 11;
    /** Two accesses, one of them a write, without a lock that passed the value on from one thread to the other. */
    static final int UNORDERED = 1 << 12;
    /** The value was read before its first write, which came after a second thread had touched the value. */
    private static final int READ_FIRST = 1 << 13;
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
    private static final int MIXED = RETURNED | RETURNED_LAST | UNLOCKED_SHARED | COMMUNICATED;

    private State() {
    }

    /** Returns the state after an access by a thread with a number for the value. */
    static int after(int state, int number, Operation operation) {
        int count = Math.max(threads(state), Math.min(number + 1, ValueTable.THREADS));
        boolean shared = count > 1;
        int next = life(state) << LIFE | count << COUNT | state & FLAGS;
        if (count > threads(state)) {
            next &= ~RETURNED_LAST;
        }
        if (operation != Operation.READ) {
            next |= shared ? WRITTEN_SHARED : WRITTEN_ALONE;
            if (shared && (state & (READ | WRITTEN)) == READ) {
                next |= READ_FIRST;
            }
        }
        if (operation != Operation.WRITE) {
            next |= READ;
        }
        if (shared && operation != Operation.UPDATE) {
            next |= UNLOCKED_SHARED;
        }
        boolean latestThread = number == count - 1;
        return latestThread ? next : next | RETURNED | RETURNED_LAST;
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

    /**
     * Returns the state of a value that had two keys. Unless one thread wrote both before others touched them, the
     * order of the accesses to one and the other is unknown, so threads may have returned to the value and read what
     * others wrote.
     *
     * @param atLeast    threads of both together, perhaps {@link ValueTable#THREADS} + 1
     * @param sameWriter whether the same thread wrote both last
     */
    static int joined(int state, int other, int atLeast, boolean sameWriter) {
        int threads = Math.max(threads(state), Math.min(atLeast, ValueTable.THREADS));
        int both = (state | other) & FLAGS & ~BYTES;
        boolean writtenOnce = sameWriter && (state & other & WRITTEN_ALONE) != 0 && (both & WRITTEN_SHARED) == 0;
        if (!writtenOnce) {
            both |= MIXED;
            if ((both & WRITTEN) != 0) {
                both |= WRITTEN_SHARED;
            }
        }
        if (atLeast > ValueTable.THREADS) {
            both |= UNORDERED;
        }
        return life(state) << LIFE | threads << COUNT | state & BYTES | both;
    }

    /** @param followed whether the agent follows what puts plain accesses in order */
    static Sharing sharing(int state, boolean guarded, boolean followed) {
        if (threads(state) < 2) {
            return (state & (CHANGED | WRITTEN)) == CHANGED ? Sharing.CHANGED : Sharing.NONE;
        }
        if ((state & UNLOCKED_SHARED) == 0) {
            return Sharing.LOCKED;
        }
        boolean passedOn = !followed || (state & UNORDERED) == 0;
        if ((state & (WRITTEN | CHANGED)) == WRITTEN_ALONE && !passedOn) {
            return Sharing.IN_TURN;
        }
        if ((state & WRITTEN_SHARED) == 0) {
            // Even if all reads were guarded, nothing is known of the writes that changed the value.
            return (state & CHANGED) == 0 ? Sharing.PUBLISHED_ONCE : Sharing.UNSEEN_WRITER;
        }
        if (guarded) {
            return Sharing.GUARDED;
        }
        if ((state & UNORDERED) == 0) {
            return Sharing.HANDED_OVER;
        }
        if ((state & (RETURNED | READ_FIRST)) == 0) {
            return Sharing.IN_TURN;
        }
        if ((state & COMMUNICATED) != 0) {
            return Sharing.COMMUNICATED;
        }
        if ((state & READ_FIRST) != 0) {
            return Sharing.UNSEEN_WRITER;
        }
        return (state & READ) == 0 ? Sharing.UNSEEN_READER : Sharing.RECYCLED;
    }
}
