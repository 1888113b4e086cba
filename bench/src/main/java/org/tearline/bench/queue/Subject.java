// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.jctools.queues.SpscArrayQueue;

/**
 * A queue to be measured. Immutable.
 *
 * @param name     within its place
 * @param access   to the counters of an off-heap queue; null for all others
 * @param place    of the counters: null on the heap, where the JVM aligns them
 * @param counting of the counters; null where there are none of ours
 * @param onHeap   makes one over a pool of elements; null off the heap
 */
public record Subject(String name, String access, Place place, Counting counting, Function<Element[], Spsc> onHeap) {
    private static final String HEAP = "heap";
    private static final List<Subject> ALL = all();

    /** Returns all that can be measured, in the order of the report. */
    public static List<Subject> list() {
        return ALL;
    }

    /** Returns the one of an id. */
    static Subject of(String id) {
        return ALL.stream().filter(subject -> subject.id().equals(id)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no queue '" + id + "'"));
    }

    /** Returns one word for all of it, for command lines and files. */
    public String id() {
        return where() + "-" + name;
    }

    /** Returns where its counters lie: heap, aligned, line or page. */
    public String where() {
        return place == null ? HEAP : place.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether its counters lie across nothing, so that any damage is a fault of the queue or of the
     * measurement.
     */
    public boolean sound() {
        return place == null || place == Place.ALIGNED;
    }

    /** Returns whether each of its messages takes operations that are locked across a line. */
    public boolean lockedAcross() {
        return !sound() && "locked".equals(access);
    }

    /** Returns whether two processes can share it. */
    public boolean inMemory() {
        return access != null;
    }

    /** Elements of a run at most. */
    long mostMessages() {
        return counting == null ? Long.MAX_VALUE : counting.mostMessages();
    }

    /** Returns a new one, empty; {@code memory} is for those off the heap, the pool for the others. */
    Spsc make(long memory, int lineBytes, Element[] pool) {
        if (access == null) {
            return onHeap.apply(pool);
        }
        UnsafeApi.setMemory(memory, Place.bytes(), (byte) 0);
        return OffHeapQueue.of(access, memory, place, counting, lineBytes);
    }

    private static List<Subject> all() {
        List<Subject> all = new ArrayList<>();
        all.add(heap("lamport-volatile", HeapQueues.LamportVolatile::new));
        all.add(heap("ordered", HeapQueues.Ordered::new));
        all.add(heap("cached", HeapQueues.Cached::new));
        all.add(heap("padded", HeapQueues.Padded::new));
        all.add(heap("inlined", InlinedQueue::new));
        all.add(heap("jctools-spsc-array", pool ->
            new LibraryQueues.OfReferences(pool, new SpscArrayQueue<>(Spsc.CAPACITY))));
        all.add(heap("array-blocking", pool ->
            new LibraryQueues.OfReferences(pool, new ArrayBlockingQueue<>(Spsc.CAPACITY))));
        all.add(new Subject("agrona-one-to-one", null, Place.ALIGNED, null, pool -> new LibraryQueues.AgronaRing()));
        for (String access : List.of("plain", "ordered", "volatile")) {
            all.add(new Subject(access, access, Place.ALIGNED, Counting.BY_ONE, null));
        }
        for (String access : List.of("plain", "ordered", "volatile")) {
            Arrays.stream(Counting.values()).forEach(counting -> all.add(straddling(access, Place.LINE, counting)));
        }
        for (String access : List.of("plain", "ordered", "volatile")) {
            Stream.of(Counting.BY_ONE, Counting.IN_BYTES_BIG_ENDIAN)
                .forEach(counting -> all.add(straddling(access, Place.PAGE, counting)));
        }
        all.add(straddling("locked", Place.LINE, Counting.BY_ONE));
        return List.copyOf(all);
    }

    private static Subject heap(String name, Function<Element[], Spsc> queue) {
        return new Subject(name, null, null, null, queue);
    }

    private static Subject straddling(String access, Place place, Counting counting) {
        return new Subject(access + "-" + counting.word(), access, place, counting, null);
    }
}
