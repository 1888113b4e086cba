// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.ref.WeakReference;

/** What one thread knows of a cell. Refers to the object by which it was found. Used by that thread only. */
final class Place extends WeakReference<Object> {
    Cell cell;
    final Clock clock;
    /** What the thread has learnt from the cell. */
    Passed learnt;
    /** What the plain reads of the thread have seen, which it learns at its next fence. */
    Passed seen;
    /** What the cell passed on after the thread wrote it last, and what the thread knew then, if that was less. */
    Passed written;
    Passed known;
    /** As the instruction names the place. The cell has one key for all ways to name it. */
    final long key;
    final long who;
    /** What the thread read last, if that may show whether other reads are valid; null before. */
    Word word;

    Place(long key, long who, Object base, Cell cell, Clock clock) {
        super(base);
        this.key = key;
        this.who = who;
        this.cell = cell;
        this.clock = clock;
    }

    /** Two objects may have the same hash code, perhaps since one of them has died. */
    boolean is(long otherKey, long otherThread, Object base) {
        return key == otherKey && who == otherThread && refersTo(base);
    }

    /** Begins anew with another cell. */
    void renew(Cell other) {
        cell = other;
        learnt = null;
        seen = null;
        written = null;
        known = null;
    }
}
