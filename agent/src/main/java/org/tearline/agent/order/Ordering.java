// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.function.Function;

/**
 * Records what puts the accesses of threads in order: accesses to aligned words and fields with a memory order, fences,
 * monitors, and the start and end of threads. Ignores what the agent itself does.
 *
 * <p>Most calls add nothing: a thread reads what it has read before, or writes while it knows nothing new. They compare
 * references, take no lock, and write no memory that threads share. Thread-safe.
 */
public final class Ordering {
    /** Stands for the monitor of an object, as if it were a byte at this offset, which no field has. */
    public static final long MONITOR = 1;
    /** Stands for the initialization of a class in the same way. */
    public static final long CLASS = 2;
    /** Kinds of fences, as bits. */
    public static final int ACQUIRE = 1;
    public static final int RELEASE = 2;

    private static final int CACHE_BITS = 14;
    /** Tell how the place was named, in the lower half of {@link Place}'s second number; hash codes are positive. */
    private static final int BY_OFFSET = -1;
    private static final int BY_NUMBER = -2;

    private final Threads<?> threads;
    private final Cells cells;
    private final Mappings mappings;
    private final Fields fields;
    private final Function<Clock, Reads> newReads;
    /** Whether reads may be thrown away after a fence. */
    private volatile boolean defers;
    /** What threads know of the places that they accessed lately. */
    private final Place[] cache = new Place[1 << CACHE_BITS];

    /** @param newReads creates the pending reads of a thread */
    public Ordering(Threads<?> threads, Cells cells, Mappings mappings, Fields fields,
                    Function<Clock, Reads> newReads) {
        this.threads = threads;
        this.cells = cells;
        this.mappings = mappings;
        this.fields = fields;
        this.newReads = newReads;
        threads.onStart(this::started);
    }

    /** Called when there is code that may throw reads away after a fence. */
    public void defer() {
        defers = true;
    }

    /** What the thread that started this one passed on. */
    private void started(Clock clock) {
        boolean paused = clock.pause();
        Thread thread = Thread.currentThread();
        Cell cell = cells.get(Keys.of(thread, 0), thread, source(thread, 0));
        clock.take(cell.passed().times, cell.source);
        clock.resume(paused);
    }

    /** Called before the agent does something for itself; returns whether it was doing so before. */
    public boolean pause() {
        Clock clock = threads.own();
        return clock == null || clock.pause();
    }

    /** @param paused what {@link #pause} returned */
    public void resume(boolean paused) {
        Clock clock = threads.own();
        if (clock != null) {
            clock.resume(paused);
        }
    }

    /**
     * Called before an ordered write of an aligned word, or before a thread passes on what it knows by an object.
     *
     * @param hash of the base, which is null for native memory
     */
    public void released(Object base, int hash, long offset) {
        long where = base == null ? offset : Keys.inHeap(hash, offset);
        long who = who(BY_OFFSET);
        Place place = known(where, who);
        if (place == null) {
            place = findWord(base, offset, where, who);
        }
        if (place != null) {
            release(place);
        }
    }

    /** Called after an ordered read of an aligned word, or after a thread has waited for an object. */
    public void acquired(Object base, int hash, long offset) {
        long where = base == null ? offset : Keys.inHeap(hash, offset);
        long who = who(BY_OFFSET);
        Place place = known(where, who);
        if (place == null) {
            place = findWord(base, offset, where, who);
        }
        if (place != null) {
            acquire(place);
        }
    }

    /**
     * The same for a field or element.
     *
     * @param handle see {@link Fields#key}
     */
    public void releasedAt(Object base, int hash, Object handle, int index) {
        Place place = at(base, hash, handle, index);
        if (place != null) {
            release(place);
        }
    }

    public void acquiredAt(Object base, int hash, Object handle, int index) {
        Place place = at(base, hash, handle, index);
        if (place != null) {
            acquire(place);
        }
    }

    /** Called before a plain write near a fence. */
    public void written(Object base, int hash, long offset) {
        long where = base == null ? offset : Keys.inHeap(hash, offset);
        long who = who(BY_OFFSET);
        Place place = known(where, who);
        write(place == null ? findWord(base, offset, where, who) : place);
    }

    public void writtenAt(Object base, int hash, Object handle, int index) {
        write(at(base, hash, handle, index));
    }

    /**
     * Called after a read near a fence.
     *
     * @param value  what the thread read, as bits
     * @param strong whether the read has a memory order
     */
    public void read(long value, Object base, int hash, long offset, boolean strong) {
        long where = base == null ? offset : Keys.inHeap(hash, offset);
        long who = who(BY_OFFSET);
        Place place = known(where, who);
        read(place == null ? findWord(base, offset, where, who) : place, value, strong);
    }

    public void readAt(long value, Object base, int hash, Object handle, int index, boolean strong) {
        read(at(base, hash, handle, index), value, strong);
    }

    private Place at(Object base, int hash, Object handle, int index) {
        long where = Keys.inHeap(hash, index);
        long who = who(handle == null ? BY_NUMBER : System.identityHashCode(handle));
        Place place = known(where, who);
        return place == null ? findField(base, handle, index, where, who) : place;
    }

    private static long who(int how) {
        return Threads.current() << Integer.SIZE | Integer.toUnsignedLong(how);
    }

    private static int slot(long where, long who) {
        return (int) ((where + who * Keys.SPREAD) * Keys.SPREAD >>> Long.SIZE - CACHE_BITS);
    }

    private Place known(long where, long who) {
        Place place = cache[slot(where, who)];
        return place != null && place.is(where, who) ? place : null;
    }

    private Place findWord(Object base, long offset, long where, long who) {
        Clock clock = threads.own();
        if (clock == null || clock.isPaused()) {
            return null;
        }
        boolean paused = clock.pause();
        try {
            // The parts of a word count as one in memory that may be accessed in several sizes.
            boolean inParts = base == null || base instanceof byte[] || base instanceof long[];
            long at = inParts ? offset & -Long.BYTES : offset;
            long key = base == null ? mappings.samePlace(at) : Keys.of(base, at);
            return remember(new Place(where, who, cells.get(key, base, source(base, offset)), clock), where, who);
        } finally {
            clock.resume(paused);
        }
    }

    private Place findField(Object base, Object handle, int index, long where, long who) {
        Clock clock = threads.own();
        if (clock == null || clock.isPaused()) {
            return null;
        }
        boolean paused = clock.pause();
        try {
            Fields.Place field = fields.place(handle, base, index);
            if (field == null) {
                return null;
            }
            Cell cell = cells.get(field.key(), field.base(), field.source());
            return remember(new Place(where, who, cell, clock), where, who);
        } finally {
            clock.resume(paused);
        }
    }

    private Place remember(Place place, long where, long who) {
        cache[slot(where, who)] = place;
        return place;
    }

    /** Returns a place again whose cell has lost its place in the table. */
    private Place renewed(Place place) {
        Clock clock = place.clock;
        boolean paused = clock.pause();
        try {
            Cell gone = place.cell;
            Place renewed = place.in(cells.get(gone.key, gone.get(), gone.source));
            return remember(renewed, place.where(), place.who());
        } finally {
            clock.resume(paused);
        }
    }

    private void acquire(Place place) {
        Passed passed = place.cell.passed();
        if (passed != place.learnt) {
            learn(place, passed);
        }
    }

    private void learn(Place place, Passed passed) {
        Clock clock = place.clock;
        if (clock.isPaused()) {
            return;
        }
        if (passed == Passed.GONE) {
            acquire(renewed(place));
            return;
        }
        clock.take(passed.times, place.cell.source);
        place.learnt = passed;
    }

    private void release(Place place) {
        Clock clock = place.clock;
        if (place.cell.passed() != place.written || !clock.isStill(place.known)) {
            pass(place, true);
        }
    }

    private void write(Place place) {
        if (place != null && (place.cell.passed() != place.written || place.clock.fenced() != place.known)) {
            pass(place, false);
        }
    }

    /** @param strong false for a plain write, which passes on what the thread knew at its last fence */
    private void pass(Place place, boolean strong) {
        Clock clock = place.clock;
        if (clock.isPaused()) {
            return;
        }
        boolean paused = clock.pause();
        try {
            if (strong && clock.reads() != null) {
                clock.reads().commit();
            }
            passOn(place, strong ? clock.snapshot() : clock.fenced());
        } finally {
            clock.resume(paused);
        }
    }

    private void passOn(Place place, int[] known) {
        Place to = place;
        Passed before;
        Passed after;
        do {
            before = to.cell.passed();
            if (before == Passed.GONE) {
                to = renewed(to);
                before = to.cell.passed();
            }
            after = before.plus(known);
        } while (!to.cell.pass(before, after));
        cells.write(to.cell);
        to.written = after;
        to.known = known;
    }

    private void read(Place place, long value, boolean strong) {
        if (place == null) {
            return;
        }
        if (strong) {
            acquire(place);
        } else {
            see(place);
        }
        Clock clock = place.clock;
        if (defers && !clock.isPaused()) {
            boolean paused = clock.pause();
            Reads reads = clock.reads() == null ? newReads.apply(clock) : clock.reads();
            reads.word(place.cell.key, value, strong, place.cell.isWritten());
            clock.resume(paused);
        }
    }

    private void see(Place place) {
        Passed passed = place.cell.passed();
        if (passed == place.seen || passed == place.learnt || place.clock.isPaused()) {
            return;
        }
        if (passed == Passed.GONE) {
            see(renewed(place));
            return;
        }
        place.clock.see(passed.times, place.cell.source);
        place.seen = passed;
    }

    /** Called at a fence. */
    public void fenced(int kind) {
        Clock clock = threads.own();
        if (clock == null || clock.isPaused()) {
            return;
        }
        boolean paused = clock.pause();
        Reads reads = clock.reads();
        if ((kind & RELEASE) != 0 && reads != null) {
            reads.commit();
        }
        if ((kind & ACQUIRE) != 0) {
            if (reads != null) {
                reads.fence();
            }
            clock.fenceAcquires();
        }
        if ((kind & RELEASE) != 0) {
            clock.fenceReleases();
        }
        clock.resume(paused);
    }

    /** Called after memory has been unmapped, which may be mapped to another file. */
    public void unmapped() {
        for (int i = 0; i < cache.length; i++) {
            cache[i] = null;
        }
    }

    private static Source source(Object base, long offset) {
        if (base == null) {
            return Source.WORD;
        }
        if (base instanceof Thread) {
            return new Source("thread", null);
        }
        if (base instanceof Class<?> type) {
            return new Source(offset == CLASS ? "class" : "monitor", type.getName());
        }
        String kind = offset == MONITOR ? "monitor" : base.getClass().isArray() ? "word" : "field";
        return new Source(kind, base.getClass().getTypeName());
    }
}
