// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.order.Mappings.Mapping;
import org.tearline.agent.site.Frames.Walk;

/** A location in the program's own code that makes misaligned accesses, with its counts. Thread-safe. */
public final class Site {
    /** Added to the places in the heap. Those in a line are smaller. */
    private static final int HEAP = 1 << 11;

    private final int number;
    private final Key key;
    private final Lines lines;
    private final FirstHit first;
    /**
     * Indexed by offset in the line, with a second half for accesses that cross a page; in the heap, indexed by offset
     * from a multiple of 8.
     */
    private final AtomicLongArray counts;
    private final AtomicBoolean announced = new AtomicBoolean();
    private volatile boolean estimated;
    private volatile boolean contended;
    private volatile boolean doubtful;
    private final AtomicLong untrackedHits = new AtomicLong();

    /** Identifies a site. The object is the class name of a heap object; null for native memory. */
    public record Key(Walk walk, String object) {
        public StackTraceElement frame() {
            return walk.frames().get(walk.site());
        }

        public boolean heap() {
            return object != null;
        }
    }

    /**
     * The offset is from the start of the page or, in the heap, of the object. The mapping is null if unknown, and in
     * the heap.
     */
    public record FirstHit(Instant time, String thread, long offset, Mapping mapping) {
    }

    /** Hits at one position. */
    public record Count(Position position, long count) {
    }

    Site(int number, Key key, Lines lines, FirstHit first) {
        this.number = number;
        this.key = key;
        this.lines = lines;
        this.first = first;
        this.counts = new AtomicLongArray(key.heap() ? Lines.OBJECT_ALIGNMENT : 2 * lines.lineBytes());
    }

    public void count(int place, long hits, boolean untracked) {
        counts.getAndAdd(place & HEAP - 1, hits);
        if (untracked) {
            untrackedHits.getAndAdd(hits);
        }
    }

    /**
     * Marks the hits as estimated: sampled stacks determine which of several sites a hit belongs to, or the objects of
     * the heap are watched only part of the time.
     */
    public void estimate() {
        estimated = true;
    }

    public boolean estimated() {
        return estimated;
    }

    public void contend() {
        contended = true;
    }

    /** Whether a value that is not tracked was written again, without a lock, after another thread had read it. */
    public boolean contended() {
        return contended;
    }

    /** Marks the site: a value that is not tracked is contended unless something unknown guards it or passes it on. */
    public void doubt() {
        doubtful = true;
    }

    public boolean doubtful() {
        return doubtful;
    }

    public long untrackedHits() {
        return untrackedHits.get();
    }

    /** Returns true on the first call only. */
    public boolean announce() {
        return !announced.get() && announced.compareAndSet(false, true);
    }

    /** Returns the number of the position of an access in a line, or in an object; smaller than any address. */
    public static int place(Object base, long offset, int bytes, Lines lines) {
        if (base != null) {
            return HEAP + ((int) offset & Lines.OBJECT_ALIGNMENT - 1);
        }
        int inLine = (int) offset & lines.lineBytes() - 1;
        return lines.crossesPage(offset, bytes) ? lines.lineBytes() + inLine : inLine;
    }

    public int number() {
        return number;
    }

    public Key key() {
        return key;
    }

    public FirstHit first() {
        return first;
    }

    public List<Count> counts() {
        return IntStream.range(0, counts.length()).filter(i -> counts.get(i) != 0)
            .mapToObj(i -> new Count(positionAt(i), counts.get(i))).toList();
    }

    private Position positionAt(int slot) {
        if (key.heap()) {
            return Position.inObject(slot);
        }
        int offset = slot % lines.lineBytes();
        boolean crossesLine = offset > lines.lineBytes() - key.walk().access().bytes();
        return new Position(offset, crossesLine, slot >= lines.lineBytes());
    }

    /** Returns the highest {@link Position#severity} of a hit; 0 if there is none. */
    public int worst() {
        return counts().stream().mapToInt(count -> count.position().severity()).max().orElse(0);
    }

    public long hits() {
        return counts().stream().mapToLong(Count::count).sum();
    }
}
