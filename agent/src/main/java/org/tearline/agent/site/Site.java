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
    private final int number;
    private final Key key;
    private final Lines lines;
    private final FirstHit first;
    /** By {@link Lines#place}. */
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
        this.counts = new AtomicLongArray(lines.places());
    }

    public void count(int place, long hits, boolean untracked) {
        counts.getAndAdd(place, hits);
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
        int bytes = key.walk().access().bytes();
        return IntStream.range(0, counts.length()).filter(place -> counts.get(place) != 0)
            .mapToObj(place -> new Count(lines.position(place, bytes), counts.get(place))).toList();
    }

    /** Returns the highest {@link Position#severity} of a hit; 0 if there is none. */
    public int worst() {
        return counts().stream().mapToInt(count -> count.position().severity()).max().orElse(0);
    }

    public long hits() {
        return counts().stream().mapToLong(Count::count).sum();
    }
}
