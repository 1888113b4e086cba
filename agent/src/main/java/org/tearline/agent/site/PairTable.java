// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.tearline.agent.value.Slots;
import org.tearline.agent.value.ValueTable;

/**
 * Two lock-free hash tables of fixed size without removal. One contains the pairs of instruction and thread that
 * touched each value; the other contains the sites that touched it, as found by stack walks. Thread-safe.
 *
 * @param hits   of replaced entries, by slot
 * @param latest site number plus one, by slot; 0 before the first stack walk
 */
public record PairTable(AtomicLongArray keys, AtomicLongArray hits, AtomicIntegerArray latest, AtomicLongArray sites) {
    /**
     * Eight entries per value, 1.8 MB in all. Most values need two: one for the instruction and thread that write, one
     * for those that read. In Aeron's Archive, five lines of code and as many threads touch thousands of values.
     */
    static final int LIMIT = 8 * ValueTable.LIMIT;

    public PairTable() {
        this(new AtomicLongArray(LIMIT), new AtomicLongArray(LIMIT), new AtomicIntegerArray(LIMIT),
            new AtomicLongArray(LIMIT));
    }

    /** Returns the slot of an instruction and thread for a value, adding it if it is new; -1 if there is no room. */
    public int slot(int value, int thread, int location) {
        return Slots.find(keys, key(value, thread << Short.SIZE | location), true);
    }

    /** Never 0, the key of a free entry. */
    private static long key(int value, int rest) {
        return (long) (value + 1) << Integer.SIZE | rest;
    }

    /** Records the site that a stack walk has found for a slot, and for its value. */
    public void addSite(int slot, int value, int site) {
        latest.set(slot, site + 1);
        Slots.find(sites, key(value, site), true);
    }

    /** Returns the value at an index in the table of sites; -1 if the entry is free. */
    int value(int index) {
        return (int) (sites.get(index) >>> Integer.SIZE) - 1;
    }

    int site(int index) {
        return (int) sites.get(index);
    }
}
