// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.StackWalker.StackFrame;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.record.Locations.Location;
import org.tearline.agent.record.Site.Mapping;

/**
 * Counts misaligned accesses. Called by the program's threads just before the access; takes no lock if the site is
 * known, and throws nothing. Thread-safe.
 */
public final class Recorder {
    /** Eventually, the stack is walked at only one hit in 2^10, which keeps a million hits per second affordable. */
    private static final int RAREST = 10;
    /** Longest bulk write for which each address is looked up; for a longer one, the whole table is searched. */
    private static final int FEW_BYTES = 512;
    /** Marks the key of a value in the heap. Addresses in user space have this bit clear. */
    private static final long HEAP = 1L << 63;

    private final Lines lines;
    private final Locations locations;
    private final Frames frames;
    private final BiConsumer<Site, Boolean> onFirst;
    private final ValueTable values = new ValueTable();
    private final PairTable pairs = new PairTable();
    private final Sites sites = new Sites();
    private final LongAdder unplaced = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile boolean anyValue;
    private final List<Consumer<Hit>> listeners = new CopyOnWriteArrayList<>();

    /**
     * @param hook     class that rewritten code calls
     * @param own      how many frames of the program's own code identify a site
     * @param passesOn whether a method only passes an address on to the wrapper that it calls
     * @param onFirst  called once per site, on a thread that hits it, with true if several threads touched the value
     */
    public Recorder(Lines lines, Locations locations, String hook, List<String> libraries, int own,
                    BiPredicate<StackFrame, StackFrame> passesOn, BiConsumer<Site, Boolean> onFirst) {
        this.lines = lines;
        this.locations = locations;
        this.frames = new Frames(hook, libraries, own, passesOn);
        this.onFirst = onFirst;
        // Loads the classes for a stack walk before the program makes its first access.
        frames.walk(false);
    }

    /** A misaligned access that the current thread is about to make. If the base is null, the offset is an address. */
    public record Hit(Access access, Object base, long offset, Position position, List<StackTraceElement> frames,
                      int outermost) {
    }

    public void misaligned(Object base, long offset, int id) {
        misaligned(base, offset, id, locations.get(id).access().bytes());
    }

    /** @param bytes width of this access, which may vary between calls of the same instruction */
    void misaligned(Object base, long offset, int id, int bytes) {
        try {
            if (!listeners.isEmpty() || lines.cut(base, offset, bytes)) {
                record(base, offset, locations.get(id), bytes);
            }
        } catch (Throwable e) {
            // For example, the stack or the heap is exhausted. The program must not be affected.
            lost.increment();
        }
    }

    private void record(Object base, long offset, Location location, int bytes) {
        Position position = base == null ? lines.position(offset, bytes) : Position.inObject(offset);
        Frames.Walk walk = null;
        if (!listeners.isEmpty()) {
            walk = frames.walk(location.wrapper());
            Hit hit = new Hit(location.access().withBytes(bytes), base, offset, position, walk.frames(),
                walk.outermost());
            listeners.forEach(listener -> listener.accept(hit));
        }
        if (!lines.cut(base, offset, bytes)) {
            return;
        }
        int value = values.slot(key(base, offset));
        int pair = -1;
        if (value >= 0) {
            // Not the thread's ID: programs may override getId(), and Java 17 lacks threadId().
            int thread = values.touch(value, System.identityHashCode(Thread.currentThread()),
                location.access().operation(), bytes);
            pair = pairs.slot(value, thread, location.id());
            if (!anyValue) {
                anyValue = true;
            }
        }
        int slot = Site.slot(position, lines);
        int latest = base == null ? slot : ~slot;
        Site site = pair < 0 ? location.latest().get(latest) : sites.get(pairs.latest(pair));
        if (site != null && site.key().access().bytes() != bytes) {
            site = null;
        }
        long hit = pair < 0 ? location.hits().incrementAndGet() : pairs.count(pair);
        if (walked(hit) || site == null && !sites.full() || walk != null) {
            Site known = site;
            site = site(walk == null ? frames.walk(location.wrapper()) : walk, base, offset,
                location.access().withBytes(bytes));
            if (site != null) {
                location.latest().put(latest, site);
                if (pair >= 0) {
                    pairs.latest(pair, value, site.number());
                }
                if (known != null && known != site) {
                    known.estimate();
                    site.estimate();
                }
            }
        }
        if (site == null) {
            unplaced.increment();
        } else {
            site.count(slot);
            if (value < 0 && !site.untracked()) {
                site.meetUntracked();
            }
            if (site.announce()) {
                onFirst.accept(site, value >= 0 && values.threads(value) > 1);
            }
        }
    }

    /**
     * Whether to walk the stack: always at first, then less and less often, at irregular intervals because callers may
     * alternate.
     */
    private static boolean walked(long hit) {
        int rare = Math.min(Long.SIZE - Long.numberOfLeadingZeros(hit >> 2), RAREST);
        return rare == 0 || hit * ValueTable.SPREAD >>> Long.SIZE - rare == 0;
    }

    /** Records a write to each tracked value that a bulk write is about to cover, in whole or in part. */
    public void bulk(Object base, long offset, long bytes, int id) {
        if (!anyValue || bytes <= 0) {
            return;
        }
        try {
            long first = key(base, offset);
            // A value that overlaps the written bytes may start before them.
            long from = first - Long.BYTES + 1;
            for (long key = from; bytes <= FEW_BYTES && key < first + bytes; key++) {
                written(values.known(key), base, offset + key - first, offset, id);
            }
            for (int slot = 0; bytes > FEW_BYTES && slot < ValueTable.LIMIT; slot++) {
                long key = values.key(slot);
                if (key >= from && key < first + bytes) {
                    written(slot, base, offset + key - first, offset, id);
                }
            }
        } catch (Throwable e) {
            lost.increment();
        }
    }

    private void written(int value, Object base, long at, long from, int id) {
        if (value >= 0 && at + values.bytes(value) > from) {
            record(base, at, locations.get(id), values.bytes(value));
        }
    }

    public void add(Consumer<Hit> listener) {
        listeners.add(listener);
    }

    private static long key(Object base, long offset) {
        return base == null ? offset
            : HEAP | (long) System.identityHashCode(base) << Integer.SIZE | offset & 0xFFFF_FFFFL;
    }

    private Site site(Frames.Walk walk, Object base, long offset, Access access) {
        String object = base == null ? null : base.getClass().getTypeName();
        Site.Key key = new Site.Key(access, object, walk.frames(), walk.outermost());
        return sites.get(key, number -> new Site(number, key, lines, first(base, offset)));
    }

    private Site.FirstHit first(Object base, long offset) {
        Instant now = Instant.now();
        String thread = Thread.currentThread().getName();
        return base == null
            ? new Site.FirstHit(now, thread, offset & lines.pageBytes() - 1, Mapping.of(offset))
            : new Site.FirstHit(now, thread, offset, null);
    }

    /** A site with counts of its tracked values. Sites that touched the same value are in the same group. */
    public record SiteState(Site site, int values, int threads, Map<ValueTable.Sharing, Integer> sharing, int group) {
        /**
         * Returns the number of values that are shared in this way; 0 for every way but NONE if some values of the site
         * are not tracked, since those may be contended.
         */
        public int count(ValueTable.Sharing way) {
            return site.untracked() && way != ValueTable.Sharing.NONE ? 0 : sharing.getOrDefault(way, 0);
        }
    }

    /** Returns the sites found so far, in the order of their first hits. */
    public List<SiteState> sites() {
        List<Site> all = sites.all();
        List<Map<ValueTable.Sharing, Integer>> sharing = all.stream()
            .map(site -> (Map<ValueTable.Sharing, Integer>) new EnumMap<ValueTable.Sharing, Integer>(
                ValueTable.Sharing.class)).toList();
        int[] threads = new int[all.size()];
        int[] groups = IntStream.range(0, all.size()).toArray();
        int[] firstSites = new int[ValueTable.LIMIT];
        Arrays.fill(firstSites, -1);
        for (int i = 0; i < PairTable.LIMIT; i++) {
            int value = pairs.value(i);
            int site = pairs.site(i);
            if (value >= 0 && site < threads.length) {
                sharing.get(site).merge(values.sharing(value), 1, Integer::sum);
                threads[site] = Math.max(threads[site], values.threads(value));
                if (firstSites[value] < 0) {
                    firstSites[value] = site;
                }
                groups[group(groups, site)] = group(groups, firstSites[value]);
            }
        }
        return IntStream.range(0, threads.length).mapToObj(i -> new SiteState(all.get(i),
            sharing.get(i).values().stream().mapToInt(n -> n).sum(), threads[i], sharing.get(i), group(groups, i)))
            .toList();
    }

    private static int group(int[] groups, int site) {
        int group = site;
        while (groups[group] != group) {
            group = groups[group];
        }
        return group;
    }

    public Lines lines() {
        return lines;
    }

    public int valuesKnown() {
        return values.size();
    }

    /** Returns the number of hits that have no site because the table of sites was full. */
    public long unplaced() {
        return unplaced.sum();
    }

    /** Returns the number of hits that could not be recorded, for example because the stack was exhausted. */
    public long lost() {
        return lost.sum();
    }
}
