// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Position;

/**
 * Counts misaligned accesses. Called by the program's own threads, beside the access: takes no lock where the site is
 * known, and throws nothing.
 */
public final class Recorder {
    /** Of so many hits of an instruction one stack is walked, which keeps a million hits per second cheap. */
    private static final int SAMPLING = 1024;
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
    private final List<Consumer<Hit>> listeners = new CopyOnWriteArrayList<>();

    /**
     * @param hook      name of the class through which the program calls
     * @param libraries how the names of the classes of access libraries begin
     * @param own       how many frames of the program's own code make a site
     * @param onFirst   called once for each site, by the thread that hit it
     */
    public Recorder(Lines lines, Locations locations, String hook, List<String> libraries, int own,
                    BiConsumer<Site, Boolean> onFirst) {
        this.lines = lines;
        this.locations = locations;
        this.frames = new Frames(hook, libraries, own);
        this.onFirst = onFirst;
        // Loads the classes of a walk now and not beside an access of the program.
        frames.walk();
    }

    /**
     * A misaligned access is about to be made.
     *
     * @param base   the heap object; null for native memory
     * @param offset bytes from the start of the object; the address in native memory
     * @param id     number of the instruction
     */
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
        boolean sampled = location.count() % SAMPLING == 0;
        boolean heard = !listeners.isEmpty();
        int value = values.slot(base == null ? offset : heapKey(base, offset));
        int pair = -1;
        if (value >= 0) {
            // By itself: a number of its own class may be overridden, and threadId() is missing in Java 17.
            values.touch(value, System.identityHashCode(Thread.currentThread()));
            pair = pairs.slot(value, location.id());
        }
        Position position = position(base, offset, bytes);
        int slot = Site.slot(position, lines);
        Site site = pair < 0 ? location.latest(base != null, slot) : known(pair);
        if (site != null && site.key().access().bytes() != bytes) {
            site = null;
        }
        if (site == null && !sites.full() || sampled || heard) {
            Frames.Walk walk = frames.walk();
            if (heard) {
                Hit hit = new Hit(location.access().withBytes(bytes), base, offset, position, walk.frames(),
                    walk.outermost());
                listeners.forEach(listener -> listener.accept(hit));
                if (!lines.cut(base, offset, bytes)) {
                    return;
                }
            }
            site = site(walk, base, offset, location.access().withBytes(bytes));
            location.latest(base != null, slot, Site.slots(base != null, lines), site);
            if (pair >= 0 && site != null) {
                pairs.site(pair, site.number());
            }
        }
        if (site == null) {
            unplaced.increment();
        } else {
            site.count(slot);
            if (site.announce()) {
                onFirst.accept(site, value >= 0 && values.threads(value) > 1);
            }
        }
    }

    /** Passes every misaligned access to the listener from now on, each with a stack of its own. */
    public void add(Consumer<Hit> listener) {
        listeners.add(listener);
    }

    private Site known(int pair) {
        int number = pairs.site(pair);
        return number < 0 ? null : sites.get(number);
    }

    private static long heapKey(Object base, long offset) {
        return HEAP | (long) System.identityHashCode(base) << Integer.SIZE | offset & 0xFFFF_FFFFL;
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

    private Position position(Object base, long offset, int bytes) {
        return base == null ? Position.of(offset, bytes, lines) : Position.inObject(offset);
    }

    /**
     * A site and its values.
     *
     * @param values  how many of its values have a place in the table
     * @param threads the largest number of threads that touched one of them, by whatever site
     * @param shared  how many of them more than one thread touched
     * @param group   the same for sites that touched a common value
     */
    public record SiteState(Site site, int values, int threads, int shared, int group) {
    }

    /** All sites at this moment, in the order of their first hits. */
    public List<SiteState> sites() {
        List<Site> all = sites.all();
        int[][] found = new int[all.size()][3];
        int[] groups = IntStream.range(0, all.size()).toArray();
        int[] firstSites = new int[ValueTable.LIMIT];
        Arrays.fill(firstSites, -1);
        for (int pair = 0; pair < PairTable.LIMIT; pair++) {
            int value = pairs.value(pair);
            int site = pairs.site(pair);
            if (value >= 0 && site >= 0 && site < found.length) {
                int threads = values.threads(value);
                found[site][0]++;
                found[site][1] = Math.max(found[site][1], threads);
                found[site][2] += threads > 1 ? 1 : 0;
                if (firstSites[value] < 0) {
                    firstSites[value] = site;
                }
                groups[group(groups, site)] = group(groups, firstSites[value]);
            }
        }
        List<SiteState> states = new ArrayList<>();
        for (int i = 0; i < found.length; i++) {
            states.add(new SiteState(all.get(i), found[i][0], found[i][1], found[i][2],
                group(groups, i)));
        }
        return List.copyOf(states);
    }

    private static int group(int[] groups, int site) {
        int group = site;
        while (groups[group] != group) {
            group = groups[group];
        }
        return group;
    }

    /** Returns where lines and pages end. */
    public Lines lines() {
        return lines;
    }

    /** Returns how many values are told apart. */
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
}
