// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/** What one thread knows of a cell. Used by that thread only. */
final class Place {
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
    /** Whether the cell refers to the object by which the place was found, and not to a class that has the field. */
    final boolean isExact;

    Place(long key, long who, Object base, Cell cell, Clock clock) {
        this.key = key;
        this.who = who;
        this.isExact = base != null && cell.refersTo(base);
        this.cell = cell;
        this.clock = clock;
    }

    /** Two objects may have the same hash code, perhaps since one of them has died. */
    boolean is(long otherKey, long otherThread, Object base) {
        return key == otherKey && who == otherThread && (!isExact || cell.refersTo(base));
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
