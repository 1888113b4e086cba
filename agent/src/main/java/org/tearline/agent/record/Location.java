// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicLong;
import org.tearline.agent.access.Access;

/** One watched instruction of the program, with the number of its misaligned executions. Thread-safe. */
public final class Location {
    private final int id;
    private final Access access;
    private final String place;
    private final AtomicLong hits = new AtomicLong();
    private volatile Site latestNative;
    private volatile Site latestInHeap;

    Location(int id, Access access, String place) {
        this.id = id;
        this.access = access;
        this.place = place;
    }

    /** Returns the number that the rewritten code passes. */
    public int id() {
        return id;
    }

    /** Returns what the instruction does. */
    public Access access() {
        return access;
    }

    /** Class, method and line, as a stack trace has them. */
    public String place() {
        return place;
    }

    /** Returns how often it was executed misaligned. */
    public long hits() {
        return hits.get();
    }

    /** Counts an execution and tells which one it was. */
    long count() {
        return hits.incrementAndGet();
    }

    /** Returns the site that the last walked stack led to, for this kind of memory; null before the first. */
    Site latest(boolean heap) {
        return heap ? latestInHeap : latestNative;
    }

    void latest(boolean heap, Site site) {
        if (heap) {
            latestInHeap = site;
        } else {
            latestNative = site;
        }
    }
}
