// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells which site a value is touched from by which instruction, as far as stacks were walked: a hash table of fixed
 * size, without locks, in which nothing is ever removed. Thread-safe.
 */
final class PairTable {
    /** Twice the values: most are written by one instruction and read by another. */
    static final int LIMIT = 2 * ValueTable.LIMIT;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    /** The site's number plus one; 0: no stack was walked yet. */
    private final AtomicIntegerArray sites = new AtomicIntegerArray(LIMIT);

    /** Returns the slot of a pair, which it takes if it is new; -1 where there is no room for it. */
    int slot(int value, int location) {
        return ValueTable.slot(keys, LIMIT, (long) (value + 1) << Integer.SIZE | location);
    }

    /** Returns the value of an occupied slot; -1 for a free one. */
    int value(int slot) {
        return (int) (keys.get(slot) >>> Integer.SIZE) - 1;
    }

    /** Number of the site that the last walked stack led to; -1 before the first. */
    int site(int slot) {
        return sites.get(slot) - 1;
    }

    void site(int slot, int site) {
        sites.set(slot, site + 1);
    }
}
