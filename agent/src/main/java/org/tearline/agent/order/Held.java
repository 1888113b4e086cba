// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/**
 * What one field of an object passes on, and then what its other fields do. Kept in the object itself, which spares a
 * hash code and an entry in a table. Immutable.
 *
 * @param rest null if no other field has passed anything on
 */
record Held(int offset, Passed passed, Held rest) {
    /** Returns what a field passes on. */
    static Passed at(Record held, int offset) {
        for (Held one = (Held) held; one != null; one = one.rest) {
            if (one.offset == offset) {
                return one.passed;
            }
        }
        return Passed.NOTHING;
    }

    /** Whether this is what {@link #add} makes of what an object holds. */
    boolean isThis(Record held, int ofOffset, Passed known) {
        return rest == held && offset == ofOffset && passed == known;
    }

    /** Whether all fields pass on the same. */
    static boolean isOnly(Record held, Passed passed) {
        for (Held one = (Held) held; one != null; one = one.rest) {
            if (one.passed != passed) {
                return false;
            }
        }
        return true;
    }

    /** Adds what a thread knows to what a field passes on. */
    static Held add(Record held, int offset, Passed known) {
        Passed before = at(held, offset);
        Passed after = before.plus(known);
        if (after == before) {
            return (Held) held;
        }
        Held others = (Held) held;
        if (before != Passed.NOTHING) {
            others = null;
            for (Held one = (Held) held; one != null; one = one.rest) {
                if (one.offset != offset) {
                    others = new Held(one.offset, one.passed, others);
                }
            }
        }
        return new Held(offset, after, others);
    }
}
