// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.tearline.agent.access.Access;

/** One watched instruction of the program. Thread-safe. */
public final class Location {
    private final int id;
    private final Access access;
    private final String place;
    private final boolean wrapper;
    private final AtomicLong hits = new AtomicLong();
    private volatile AtomicReferenceArray<Site> latestNative;
    private volatile AtomicReferenceArray<Site> latestInHeap;

    Location(int id, Access access, String place, boolean wrapper) {
        this.id = id;
        this.access = access;
        this.place = place;
        this.wrapper = wrapper;
    }

    int id() {
        return id;
    }

    Access access() {
        return access;
    }

    /** Class, method and line, as a stack trace has them. */
    String place() {
        return place;
    }

    /** Whether its method only passes an address on, so that its callers are what matters. */
    boolean wrapper() {
        return wrapper;
    }

    /** Counts an execution of a value that is not told apart, and tells which one it was. */
    long count() {
        return hits.incrementAndGet();
    }

    /**
     * Returns the site that the last walked stack led to from an access at this slot of a site's counts; null before
     * the first. So no site gets an offset that it was never seen at.
     */
    Site latest(boolean heap, int slot) {
        AtomicReferenceArray<Site> latest = heap ? latestInHeap : latestNative;
        return latest == null ? null : latest.get(slot);
    }

    /** @param slots how many slots the counts of such a site have */
    void latest(boolean heap, int slot, int slots, Site site) {
        AtomicReferenceArray<Site> latest = heap ? latestInHeap : latestNative;
        if (latest == null) {
            // Two threads may make one each at the first hits; what one of them noted is then found by another walk.
            latest = new AtomicReferenceArray<>(slots);
            if (heap) {
                latestInHeap = latest;
            } else {
                latestNative = latest;
            }
        }
        latest.set(slot, site);
    }
}
