// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which sites touch a value, and through which instruction and thread, as far as stacks were walked. Lock-free hash
 * tables of fixed size without removal. Thread-safe.
 */
final class PairTable {
    /** Most values are written by one instruction and read by another, each in its own thread. */
    static final int LIMIT = 4 * ValueTable.LIMIT;

    private final AtomicLongArray keys = new AtomicLongArray(LIMIT);
    private final AtomicLongArray hits = new AtomicLongArray(LIMIT);
    /** Site number plus one; 0 until a stack is walked. */
    private final AtomicIntegerArray latest = new AtomicIntegerArray(LIMIT);
    private final AtomicLongArray sites = new AtomicLongArray(LIMIT);

    /** Returns the slot of an instruction and thread, adding the pair if it is new; -1 if there is no room. */
    int slot(int value, int thread, int location) {
        return ValueTable.slot(keys, LIMIT, key(value, thread << Short.SIZE | location), true);
    }

    private static long key(int value, int rest) {
        return (long) (value + 1) << Integer.SIZE | rest;
    }

    /** Counts a hit and returns the new count. */
    long count(int slot) {
        return hits.incrementAndGet(slot);
    }

    /** Returns the site number of the last stack walked; -1 before the first. */
    int latest(int slot) {
        return latest.get(slot) - 1;
    }

    void latest(int slot, int value, int site) {
        latest.set(slot, site + 1);
        ValueTable.slot(sites, LIMIT, key(value, site), true);
    }

    /** Returns the value of a pair of value and site; -1 at a free index. */
    int value(int index) {
        return (int) (sites.get(index) >>> Integer.SIZE) - 1;
    }

    int site(int index) {
        return (int) sites.get(index);
    }
}
