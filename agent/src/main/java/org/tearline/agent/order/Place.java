// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/** What one thread knows of a cell. Used by that thread only. */
final class Place {
    final Cell cell;
    final Clock clock;
    /** What the thread has learnt from the cell. */
    Passed learnt;
    /** What the plain reads of the thread have seen, which it learns at its next fence. */
    Passed seen;
    /** What the cell passed on after the thread wrote it last, and what the thread knew then, if that was less. */
    Passed written;
    Passed known;
    final long where;
    final long who;

    Place(long where, long who, Cell cell, Clock clock) {
        this.where = where;
        this.who = who;
        this.cell = cell;
        this.clock = clock;
    }

    boolean is(long otherPlace, long otherThread) {
        return where == otherPlace && who == otherThread;
    }

    /** Returns the same place with another cell. */
    Place in(Cell other) {
        return new Place(where, who, other, clock);
    }
}
