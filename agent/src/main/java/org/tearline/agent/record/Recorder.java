// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.record.Locations.Location;
import org.tearline.agent.record.Site.Mapping;

/**
 * Counts misaligned accesses. Called by the program's own threads, beside the access: takes no lock where the site is
 * known, and throws nothing.
 */
public final class Recorder {
    /** Of 2 to this power hits one stack is walked at last, which keeps a million hits per second cheap. */
    private static final int RAREST = 10;
    /** Up to so many bytes are looked up one by one. */
    private static final int FEW_BYTES = 512;
    /** Marks the key of a value in the heap: user addresses have this bit clear. */
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

    /** @param onFirst called once for each site, by the thread that hit it */
    public Recorder(Lines lines, Locations locations, String hook, List<String> libraries, int own,
                    BiConsumer<Site, Boolean> onFirst) {
        this.lines = lines;
        this.locations = locations;
        this.frames = new Frames(hook, libraries, own);
        this.onFirst = onFirst;
        // Loads the classes of a walk now and not beside an access of the program.
        frames.walk(false);
    }

    public void misaligned(Object base, long offset, int id) {
        misaligned(base, offset, id, locations.get(id).access().bytes());
    }

    /** The same for an instruction whose width only the call tells. */
    void misaligned(Object base, long offset, int id, int bytes) {
        try {
            if (listeners.isEmpty() && !lines.cut(base, offset, bytes)) {
                return;
            }
            record(base, offset, locations.get(id), bytes);
        } catch (Throwable e) {
            // The program comes first: at the end of its stack or its heap the hit is lost, and counted as such.
            lost.increment();
        }
    }

    private void record(Object base, long offset, Location location, int bytes) {
        Position position = base == null ? Position.of(offset, bytes, lines) : Position.inObject(offset);
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
            // By itself: a number of its own class may be overridden, and threadId() is missing in Java 17.
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
            if (value < 0 && !site.lostCount()) {
                site.loseCount();
            }
            if (site.announce()) {
                onFirst.accept(site, value >= 0 && values.threads(value) > 1);
            }
        }
    }

    /** The first hits, then ever fewer, in no rhythm: callers may take turns. */
    private static boolean walked(long hit) {
        int rare = Math.min(Long.SIZE - Long.numberOfLeadingZeros(hit >> 2), RAREST);
        return rare == 0 || hit * ValueTable.SPREAD >>> Long.SIZE - rare == 0;
    }

    /** So many bytes are about to be written at once: every known value among them is written. */
    public void bulk(Object base, long offset, long bytes, int id) {
        if (!anyValue || bytes <= 0) {
            return;
        }
        try {
            long first = key(base, offset);
            // A value may begin before the bytes.
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

    /** A site with its values that have a place in the table; those with a common value are of one group. */
    public record SiteState(Site site, int values, int threads, Map<ValueTable.Sharing, Integer> sharing, int group) {
        /** Nothing that would excuse the others where not all values are told apart. */
        public int count(ValueTable.Sharing one) {
            return site.lostCount() && one != ValueTable.Sharing.NONE ? 0 : sharing.getOrDefault(one, 0);
        }
    }

    /** All sites at this moment, in the order of their first hits. */
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

    /** Hits for which there was no room for a site. */
    public long unplaced() {
        return unplaced.sum();
    }

    /** Hits that could not be recorded, such as at the end of a stack. */
    public long lost() {
        return lost.sum();
    }

    /** One misaligned access that the current thread is about to make. Without a base the offset is the address. */
    public record Hit(Access access, Object base, long offset, Position position, List<StackTraceElement> frames,
                      int outermost) {
    }
}
