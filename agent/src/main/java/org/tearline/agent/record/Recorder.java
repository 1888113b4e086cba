// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.WRITE;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Mappings.Range;
import org.tearline.agent.order.Ordering;
import org.tearline.agent.order.Threads;
import org.tearline.agent.site.Frames;
import org.tearline.agent.site.Frames.Walk;
import org.tearline.agent.site.Locations;
import org.tearline.agent.site.Locations.Location;
import org.tearline.agent.site.Site;
import org.tearline.agent.site.SiteState;
import org.tearline.agent.site.Sites;
import org.tearline.agent.value.Value;
import org.tearline.agent.value.ValueTable;

/**
 * Counts misaligned accesses. Called by the program's threads just after the access; takes no lock if the access only
 * has to be counted. May fail if the stack or the heap is exhausted; the caller handles that. Thread-safe.
 */
public final class Recorder {
    /** Units in the first so many bytes, a line, count as values, even if nothing else has accessed them. */
    private static final int UNIT_BYTES = 64;

    private final Lines lines;
    private final Locations locations;
    private final Frames frames;
    private final BiConsumer<Site, Boolean> onNewSite;
    private final Runnable onTracking;
    private final Mappings mappings = new Mappings();
    private final Cells cells = new Cells();
    private final ValueTable values = new ValueTable(mappings);
    private final HeapSample heap = new HeapSample(values::halvings);
    private final Window window = new Window(heap);
    private final Entries entries;
    /** VarHandles of byte arrays that the JDK uses for itself, which are about a dozen, by hash. */
    private final VarHandle[] ignored = new VarHandle[256];
    private final LongAdder unplaced = new LongAdder();
    private final AtomicInteger room = new AtomicInteger(Tally.ROOM);
    private final Threads<Tally> tallies = new Threads<>(cells) {
        @Override
        protected Tally create(Clock earlier) {
            return new Tally(earlier, cells, room);
        }

        @Override
        protected void ended(Tally tally) {
            tally.flush(unplaced);
        }
    };
    private final Ordering ordering;
    private volatile List<Consumer<Hit>> listeners = List.of();
    private volatile boolean anyValue;
    private volatile boolean listening;

    /**
     * @param onNewSite  called once per site, on a thread that hits it, with true if the value is tracked and several
     *                   threads touched it
     * @param onTracking called when the first value is tracked: bulk accesses, locks and allocations matter from then
     *                   on
     */
    public Recorder(Lines lines, Locations locations, Frames frames, BiConsumer<Site, Boolean> onNewSite,
                    Runnable onTracking) {
        this.ordering = new Ordering(tallies, cells, mappings, locations.fields());
        this.lines = lines;
        this.locations = locations;
        this.entries = new Entries(new Sites(lines, mappings), unplaced);
        this.frames = frames;
        this.onNewSite = onNewSite;
        this.onTracking = onTracking;
        // Loads the classes for a stack walk before the program makes its first access. The result is not used.
        frames.walk(Access.ofBulk(Access.COPY, "", "", WRITE), false);
    }

    /**
     * A misaligned access that the current thread has just made.
     *
     * @param offset address if the base is null
     */
    public record Hit(Walk walk, Object base, long offset, Position position) {
    }

    /** Returns the table that the checks of plain accesses read; see {@link HeapSample}. */
    public byte[] watchedObjects() {
        return heap.watched;
    }

    /** Returns the object to which the program's locks are reported. */
    public Ordering ordering() {
        return ordering;
    }

    /**
     * Records an access, unless the JDK uses its handle for itself.
     *
     * @param handle VarHandle of a byte array; null for other accesses
     * @param read   what a read saw, as bits; 0 for other accesses
     */
    public void misaligned(VarHandle handle, Object base, long offset, int bytes, int id, long read) {
        Tally tally = tallies.own();
        if (tally.pause()) {
            return;
        }
        try {
            int slot = System.identityHashCode(handle) & ignored.length - 1;
            boolean isIgnored = handle != null && ignored[slot] == handle;
            boolean isAligned = (offset & bytes - 1) == 0;
            if (isIgnored || isAligned && !values.mayBeTornByFill(offset, bytes, tally)) {
                return;
            }
            if (!countOrRecord(base, offset, bytes, id, read) && handle != null) {
                ignored[slot] = handle;
            }
        } finally {
            tally.resume(false);
        }
    }

    /**
     * Called when native memory has been allocated, or when a file has been mapped or is about to be unmapped.
     *
     * @param unmaps whether it is a file, whose values may be mapped again
     */
    public void replaced(long address, long bytes, boolean unmaps) {
        if (unmaps) {
            ordering.unmapped();
        }
        values.replaced(address, bytes, unmaps);
        window.renew(address, bytes);
    }

    /**
     * Records a copy, fill, comparison or vector, also as an access to each tracked value that it has covered, in whole
     * or in part, through this or another mapping of a file, and to the first units.
     *
     * @param unit bytes of each value that was copied; 1 if unknown
     */
    public void covered(Object base, long offset, long count, int unit, int id) {
        Tally tally = tallies.own();
        if (count <= 0 || tally.pause()) {
            return;
        }
        try {
            startTracking();
            long key = Keys.of(base, offset);
            coverTracked(tally, base, offset, key, count, id);
            for (Range alias : values.aliases(key, count)) {
                coverTracked(tally, null, alias.first(), alias.first(), alias.count(), id);
            }
            tally.copies(0, Long.BYTES);
            long end = (offset & unit - 1) == 0 ? 0 : Math.min(count, UNIT_BYTES);
            for (long at = 0; at + unit <= end; at += unit) {
                if (values.touched(key + at) == null) {
                    countOrRecord(base, offset + at, unit, id, 0);
                }
            }
        } finally {
            tally.resume(false);
        }
    }

    private void coverTracked(Tally tally, Object base, long offset, long first, long count, int id) {
        if (locations.get(id).access().operation() == WRITE) {
            values.written(first, count, tally);
        }
        // A value that overlaps the covered bytes may start before them. Not a lambda, which would have to be linked.
        values.forEach(first - Long.BYTES + 1, first + count, new IntConsumer() {
            @Override
            public void accept(int slot) {
                Value value = values.value(slot);
                // Another object may have the same hash code.
                if (values.isOf(value, base) && value.isTouched() && value.key() + value.bytes() > first) {
                    tally.copies(first - value.key(), first + count - value.key());
                    countOrRecord(base, offset + value.key() - first, value.bytes(), id, 0);
                }
            }
        });
    }

    /** Returns false if the JDK made the access for itself. */
    private boolean countOrRecord(Object base, long offset, int bytes, int id, long read) {
        long key = Keys.of(base, offset);
        Tally tally = tallies.own();
        Entry entry = tally.find(key, id);
        if (entry == null) {
            // An entry for untracked values counts all accesses at its place.
            entry = tally.find(lines.place(base, offset, bytes), id);
        }
        if (entry != null && entry.mayCount() && !listening && count(entry, key)) {
            return true;
        }
        return record(tally, base, offset, locations.get(id), bytes, read, entry != null);
    }

    /** Counts an access; returns false if it must be recorded, as its entry no longer fits or a stack walk is due. */
    private boolean count(Entry entry, long key) {
        if (!entry.isTracked()) {
            if (values.slot(key) >= 0) {
                return false;
            }
            window.touch(entry, key);
            if (!entry.mayCount()) {
                return false;
            }
        } else if (!entry.isCurrent()) {
            return false;
        } else if (!entry.isSettled()) {
            entry.touch();
        }
        entry.hits++;
        return true;
    }

    /**
     * Returns false if the JDK made the access for itself.
     *
     * @param known whether the thread has made such an access before
     */
    private boolean record(Tally tally, Object base, long offset, Location location, int bytes, long read,
                           boolean known) {
        Walk walk = listening ? tellListeners(base, offset, location, bytes) : null;
        if (!lines.mayCrossGranule(base, offset, bytes)) {
            return true;
        }
        // The stack of a bulk access may show no code of the program, but it is the program's memory all the same.
        if (walk == null && !known && location.access().api().equals(Access.JDK) && !location.access().bulk()) {
            walk = walk(location, bytes);
            if (walk.access() == null) {
                return false;
            }
        }
        startTracking();
        Entry entry = addEvidence(tally, base, offset, location, bytes);
        if (entry.isTracked() && entry.operation() == READ && !location.access().bulk()) {
            entry.own.saw(read, bytes);
        }
        if (walk == null) {
            if (entry.mayCount()) {
                entry.hits++;
                return true;
            }
            walk = walk(location, bytes);
        }
        if (walk.access() == null) {
            entry.walkAt = entry.hits + 1;
            return false;
        }
        Site site = walk.frames().isEmpty() ? null : entries.sites().get(walk, base, offset);
        entries.countAt(entry, site);
        if (site != null && !site.announced().getAndSet(true)) {
            onNewSite.accept(site, entry.isTracked() && entry.value.threads() > 1);
        }
        return true;
    }

    /** Returns the stack walk made for this. Listeners are not told of an access that the JDK made for itself. */
    private Walk tellListeners(Object base, long offset, Location location, int bytes) {
        Walk walk = walk(location, bytes);
        if (walk.access() != null) {
            Hit hit = new Hit(walk, base, offset, lines.position(lines.place(base, offset, bytes), bytes));
            listeners.forEach(listener -> listener.accept(hit));
        }
        return walk;
    }

    private Walk walk(Location location, int bytes) {
        return frames.walk(location.access().withBytes(bytes), location.wrapper());
    }

    /** Adds an access to the evidence, and returns the entry that counts it. */
    private Entry addEvidence(Tally tally, Object base, long offset, Location location, int bytes) {
        long key = Keys.of(base, offset);
        int place = lines.place(base, offset, bytes);
        Value value = values.get(key, base);
        if (value == null) {
            Entry entry = entries.get(tally, place, location, bytes, null, 0);
            window.touch(entry, key);
            return entry;
        }
        if (base != null) {
            heap.keep(System.identityHashCode(base));
        }
        int thread = values.touch(value, tally, location.access(), bytes);
        return entries.get(tally, place, location, bytes, value, thread);
    }

    private void startTracking() {
        if (!anyValue) {
            onTracking.run();
            anyValue = true;
        }
    }

    public void add(Consumer<Hit> listener) {
        listeners = Stream.concat(listeners.stream(), Stream.of(listener)).toList();
        listening = true;
    }

    /** Returns the sites found so far, in the order of their first hits. */
    public List<SiteState> sites() {
        tallies.all().forEach(tally -> tally.flush(unplaced));
        return SiteState.of(entries.sites(), values);
    }

    public Lines lines() {
        return lines;
    }

    public int valuesKnown() {
        return values.size();
    }

    /** Returns the number of hits without a site: the table of sites was full, or the stack showed none. */
    public long unplaced() {
        return unplaced.sum();
    }
}
