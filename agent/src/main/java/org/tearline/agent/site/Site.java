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

/**
 * A location in the program's own code that makes misaligned accesses, with its counts. Thread-safe.
 *
 * @param hitsByPlace by {@link Lines#place}
 * @param estimated   whether sampled stacks determine which of several sites a hit belongs to, or the objects of the
 *                    heap are watched only part of the time
 * @param contended   whether a value that is not tracked was written again, without a lock, after another thread had
 *                    read it
 * @param doubtful    whether a value that is not tracked is contended unless something unknown guards it or passes it
 *                    on
 */
public record Site(int number, Key key, Lines lines, FirstHit first, AtomicLongArray hitsByPlace,
                   AtomicLong untrackedHits, AtomicBoolean announced, AtomicBoolean estimated, AtomicBoolean contended,
                   AtomicBoolean doubtful) {
    /** Identifies a site. The object is the class name of a heap object; null for native memory. */
    public record Key(Walk walk, String object) {
        public StackTraceElement frame() {
            return walk.frames().get(walk.site());
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
        this(number, key, lines, first, new AtomicLongArray(lines.places()), new AtomicLong(), new AtomicBoolean(),
            new AtomicBoolean(), new AtomicBoolean(), new AtomicBoolean());
    }

    public void count(int place, long hits, boolean untracked) {
        hitsByPlace.getAndAdd(place, hits);
        if (untracked) {
            untrackedHits.getAndAdd(hits);
        }
    }

    public List<Count> counts() {
        int bytes = key.walk().access().bytes();
        return IntStream.range(0, hitsByPlace.length()).filter(place -> hitsByPlace.get(place) != 0)
            .mapToObj(place -> new Count(lines.position(place, bytes), hitsByPlace.get(place))).toList();
    }

    /** Returns the highest {@link Position#severity} of a hit; 0 if there is none. */
    public int worst() {
        return counts().stream().mapToInt(count -> count.position().severity()).max().orElse(0);
    }

    public long hits() {
        return counts().stream().mapToLong(Count::count).sum();
    }
}
