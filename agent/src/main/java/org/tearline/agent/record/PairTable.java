// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells from which sites a value is touched, and by which instruction in which thread, as far as stacks were walked:
 * hash tables of fixed size, without locks, in which nothing is ever removed. Thread-safe.
 */
final class PairTable {
    /** Most values are written by one instruction and read by another, each in a thread of its own. */
    static final int LIMIT = 4 * ValueTable.LIMIT;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicLongArray hits = new AtomicLongArray(LIMIT);
    /** The site's number plus one; 0: no stack was walked yet. */
    private final AtomicIntegerArray latest = new AtomicIntegerArray(LIMIT);
    private final AtomicLongArray sites = new AtomicLongArray(LIMIT);

    /** The slot of an instruction in a thread, which it takes if it is new; -1 where there is no room. */
    int slot(int value, int thread, int location) {
        return ValueTable.slot(keys, LIMIT, key(value, thread << Short.SIZE | location), true);
    }

    private static long key(int value, int rest) {
        return (long) (value + 1) << Integer.SIZE | rest;
    }

    /** Counts a hit and tells which one it was. */
    long count(int slot) {
        return hits.incrementAndGet(slot);
    }

    /** Number of the site that the last walked stack led to; -1 before the first. */
    int latest(int slot) {
        return latest.get(slot) - 1;
    }

    void latest(int slot, int value, int site) {
        latest.set(slot, site + 1);
        ValueTable.slot(sites, LIMIT, key(value, site), true);
    }

    /** The value of one of the pairs of a value and a site that touched it; -1 at a free index. */
    int value(int index) {
        return (int) (sites.get(index) >>> Integer.SIZE) - 1;
    }

    int site(int index) {
        return (int) sites.get(index);
    }
}
