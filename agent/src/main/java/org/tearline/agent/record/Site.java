// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Geometry;
import org.tearline.agent.access.Place;

/** A place of the program's own code from which a misaligned access was made, with its counts. Thread-safe. */
public final class Site {
    /** Objects of the heap lie at multiples of this, so it is all that is known of an address in one. */
    static final int OBJECT_ALIGNMENT = 8;

    private final int number;
    private final Key key;
    private final Geometry geometry;
    private final FirstHit first;
    /** By offset in the line; behind it the same for accesses that cross a page, too. */
    private final AtomicLongArray counts;
    private final AtomicBoolean announced = new AtomicBoolean();

    /**
     * Holds what makes a site.
     *
     * @param access the access
     * @param object class of the heap object; null for native memory
     * @param frames from the access outwards
     * @param outermost index of the first frame outside the access libraries
     */
    public record Key(Access access, String object, List<StackTraceElement> frames, int outermost) {
    }

    /**
     * Holds what was seen at the first hit.
     *
     * @param thread       name of the thread
     * @param offsetInPage of the address; in a heap object the offset in the object
     * @param mapping      the memory behind the address; null where the system does not tell
     */
    public record FirstHit(Instant time, String thread, long offsetInPage, Mapping mapping) {
    }

    /**
     * Says how often the site was hit at one offset.
     *
     * @param offset bytes from the start of the line; in the heap from a multiple of 8
     */
    public record Count(Place place, int offset, long count) {
    }

    Site(int number, Key key, Geometry geometry, FirstHit first) {
        this.number = number;
        this.key = key;
        this.geometry = geometry;
        this.first = first;
        this.counts = new AtomicLongArray(slots(!isNative(), geometry));
    }

    private boolean isNative() {
        return key.object() == null;
    }

    /** Counts a hit at the slot of its address. */
    void count(int slot) {
        counts.getAndIncrement(slot);
    }

    /** True once, for the first thread that asks. */
    boolean announce() {
        return !announced.get() && announced.compareAndSet(false, true);
    }

    /** Returns the offset that reports show: from the start of the line; in the heap from a multiple of 8. */
    public static int shownOffset(boolean isNative, long address, Geometry geometry) {
        return (int) (address & (isNative ? geometry.lineBytes() : OBJECT_ALIGNMENT) - 1);
    }

    /** Returns how many slots the counts of a site have. */
    static int slots(boolean heap, Geometry geometry) {
        return heap ? OBJECT_ALIGNMENT : 2 * geometry.lineBytes();
    }

    /** Returns the slot of an address in the counts of a site. */
    static int slot(boolean heap, long address, int bytes, Geometry geometry) {
        int inLine = shownOffset(!heap, address, geometry);
        boolean page = !heap && (address & geometry.pageBytes() - 1) > geometry.pageBytes() - bytes;
        return page ? geometry.lineBytes() + inLine : inLine;
    }

    /** Returns its place in the table. */
    int number() {
        return number;
    }

    public Key key() {
        return key;
    }

    public FirstHit first() {
        return first;
    }

    /** Returns the counts that are not zero, by offset. */
    public List<Count> counts() {
        return IntStream.range(0, counts.length()).filter(i -> counts.get(i) != 0)
            .mapToObj(i -> new Count(placeAt(i), i % geometry.lineBytes(), counts.get(i))).toList();
    }

    private Place placeAt(int index) {
        if (!isNative()) {
            return Place.IN_OBJECT;
        }
        return index >= geometry.lineBytes() ? Place.ACROSS_PAGE
            : Place.of(geometry.pageBytes() / 2 + index, key.access().bytes(), geometry);
    }
}
