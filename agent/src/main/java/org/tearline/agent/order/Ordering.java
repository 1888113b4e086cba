// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.Arrays;

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
    /** Stands for what the readers of a lock pass on to its next writer. */
    public static final long READERS = 3;
    /** Stands for the interruption of a thread. */
    public static final long INTERRUPT = 5;
    /** Kinds of fences, as bits. */
    public static final int ACQUIRE = 1;
    public static final int RELEASE = 2;

    /** Whether an instruction has a memory order; else it passes on only what a fence has passed on. */
    public static final int STRONG = 1;
    /** Whether it accesses a field or element, not a word. */
    public static final int FIELD = 2;
    /** Whether it reads and writes in one step, which comes before the thread's later plain writes, as a fence does. */
    public static final int UPDATE = 4;
    /** Whether the value that was read may show whether earlier reads are valid. */
    public static final int VALUE = 8;
    /** Whether the lowest bit of that value is set while a writer holds a lock, which then finds no read valid. */
    public static final int HELD = 16;
    /** Position of the width of a word, in bytes. */
    public static final int BYTES = 8;

    /** How threads pass something on through an object, such as its monitor. */
    public static final int OBJECT = 1 << BYTES | STRONG;

    private static final int CACHE_BITS = 14;

    private final Threads<?> threads;
    private final Cells cells;
    private final Mappings mappings;
    private final Fields fields;
    /** What threads know of the places that they accessed lately. */
    private final Place[] cache = new Place[1 << CACHE_BITS];

    public Ordering(Threads<?> threads, Cells cells, Mappings mappings, Fields fields) {
        this.threads = threads;
        this.cells = cells;
        this.mappings = mappings;
        this.fields = fields;
        threads.onStart(this::started);
    }

    /** Returns how an instruction with a memory order accesses a word of this width. */
    public static int word(int bytes) {
        return bytes << BYTES | STRONG;
    }

    /** Called when there is code that may throw reads away after a fence. */
    public void defer() {
        cells.defer();
    }

    /** What the thread that started this one passed on. */
    private void started(Clock clock) {
        boolean paused = clock.pause();
        Thread thread = Thread.currentThread();
        Cell cell = cells.get(Keys.of(thread, 0), thread, source(thread, 0));
        clock.take(cell.passed(), cell.source);
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
     * Called before an instruction that passes on what its thread knows.
     *
     * @param hash   of the base, which is null for native memory
     * @param handle see {@link Fields#place}; null for a word
     * @param where  offset of a word or object, index, or number of a field
     * @param how    the constants as bits, and the width of a word, see {@link #word}
     */
    public void released(Object base, int hash, Object handle, long where, int how) {
        Place place = place(base, hash, handle, where, how);
        if (place == null) {
            return;
        }
        if (!isWritten(place, how)) {
            pass(place, (how & STRONG) != 0);
            if (where == CLASS && how == OBJECT) {
                cells.initializers().passedOn(place.cell.passed());
            }
        }
        if ((how & UPDATE) != 0 && !place.clock.isPaused()) {
            place.clock.fenceReleases();
        }
    }

    /** Whether a call of {@link #released} would change nothing. So small that the JIT inlines it everywhere. */
    public boolean wasReleased(Object base, int hash, Object handle, long where, int how) {
        Place place = known(base, hash, handle, where, how);
        return place != null && isWritten(place, how) && ((how & UPDATE) == 0 || place.clock.isFenced());
    }

    private static boolean isWritten(Place place, int how) {
        Passed known = (how & STRONG) == 0 ? place.clock.fenced() : place.clock.last();
        Passed passed = place.cell.passed();
        return known != null && (passed == known || passed == place.written && known == place.known);
    }

    /**
     * Called after an instruction from which its thread learns what others passed on. A plain read learns nothing until
     * a fence.
     */
    public void acquired(Object base, int hash, Object handle, long where, int how) {
        Place place = place(base, hash, handle, where, how);
        if (place != null) {
            acquire(place, (how & STRONG) != 0);
        }
    }

    /** Whether a call of {@link #acquired} would change nothing or, with {@link #VALUE}, one of {@link #read}. */
    public boolean wasAcquired(Object base, int hash, Object handle, long where, int how) {
        if ((how & VALUE) != 0 && cells.defers()) {
            return false;
        }
        Place place = known(base, hash, handle, where, how);
        return place != null && place.cell.passed() == place.learnt;
    }

    /**
     * Called instead if the value may show whether other reads are valid.
     *
     * @param value what the thread read, as bits
     */
    public void read(long value, Object base, int hash, Object handle, long where, int how) {
        Place place = place(base, hash, handle, where, how);
        if (place == null) {
            return;
        }
        acquire(place, (how & STRONG) != 0);
        if (cells.defers()) {
            boolean isHeld = (how & HELD) != 0 && (value & 1) != 0;
            defer(place, value, (how & STRONG) != 0, isHeld);
        }
    }

    private void defer(Place place, long value, boolean strong, boolean held) {
        Clock clock = place.clock;
        if (!clock.isPaused()) {
            boolean paused = clock.pause();
            clock.word(place.cell.key, value, strong, place.cell.isWritten(), held);
            clock.resume(paused);
        }
    }

    /** Returns null if the place is not known, or the agent itself is at work. */
    private Place place(Object base, int hash, Object handle, long where, int how) {
        Place known = known(base, hash, handle, where, how);
        return known != null ? known : find(base, handle, where, how, key(base, hash, where), who(handle, how));
    }

    /** Returns null if the thread has not accessed the place lately. */
    private Place known(Object base, int hash, Object handle, long where, int how) {
        long key = key(base, hash, where);
        long who = who(handle, how);
        Place known = cache[slot(key, who)];
        return known != null && known.is(key, who, base) ? known : null;
    }

    private static long key(Object base, int hash, long where) {
        return base == null ? where : Keys.inHeap(hash, where);
    }

    private static long who(Object handle, int how) {
        return Threads.current() << Integer.SIZE | (handle == null ? how & FIELD : System.identityHashCode(handle));
    }

    private static int slot(long where, long who) {
        return (int) ((where ^ who) * Keys.SPREAD >>> Long.SIZE - CACHE_BITS);
    }

    private Place find(Object base, Object handle, long where, int how, long key, long who) {
        Clock clock = threads.own();
        if (clock == null || clock.isPaused()) {
            return null;
        }
        boolean paused = clock.pause();
        try {
            Fields.Place found = (how & FIELD) == 0 ? word(base, where) : fields.place(handle, base, (int) where);
            if (found == null) {
                return null;
            }
            Cell cell = cells.get(found.key(), found.base(), found.source());
            return remember(new Place(key, who, base, cell, clock));
        } finally {
            clock.resume(paused);
        }
    }

    /** The parts of a word count as one in memory that may be accessed in several sizes. */
    private Fields.Place word(Object base, long offset) {
        boolean inParts = base == null || base instanceof byte[] || base instanceof long[];
        long at = inParts ? offset & -Long.BYTES : offset;
        return new Fields.Place(base == null ? mappings.samePlace(at) : Keys.of(base, at), base, source(base, offset));
    }

    private Place remember(Place place) {
        cache[slot(place.where, place.who)] = place;
        return place;
    }

    /** Returns a place again whose cell has lost its place in the table. */
    private Place renewed(Place place) {
        Clock clock = place.clock;
        boolean paused = clock.pause();
        try {
            Cell gone = place.cell;
            return remember(place.in(cells.get(gone.key, gone.get(), gone.source)));
        } finally {
            clock.resume(paused);
        }
    }

    /** @param strong false for a plain read, from which the thread learns only at its next fence */
    private void acquire(Place place, boolean strong) {
        Passed passed = place.cell.passed();
        boolean isKnown = passed == place.learnt || !strong && passed == place.seen;
        if (isKnown || place.clock.isPaused()) {
            return;
        }
        if (passed == Passed.GONE) {
            acquire(renewed(place), strong);
        } else if (strong) {
            place.clock.take(passed, place.cell.source);
            place.learnt = passed;
        } else {
            place.clock.see(passed, place.cell.source);
            place.seen = passed;
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
            passOn(place, strong ? clock.snapshot() : clock.fenced());
        } finally {
            clock.resume(paused);
        }
    }

    private void passOn(Place place, Passed known) {
        Place to = place;
        Passed after = to.cell.add(known);
        while (after == null) {
            to = renewed(to);
            after = to.cell.add(known);
        }
        cells.write(to.cell);
        if (after == known) {
            to.learnt = known;
        } else {
            to.written = after;
            to.known = known;
        }
    }

    /** Called before and after what passes on nothing, see {@link Clock#ignore}. */
    public void ignored(boolean begins) {
        Clock clock = threads.own();
        if (clock != null) {
            clock.ignore(begins);
        }
    }

    /** Called at a fence. */
    public void fenced(int kind) {
        Clock clock = threads.own();
        if (clock == null || clock.isPaused()) {
            return;
        }
        boolean paused = clock.pause();
        if ((kind & ACQUIRE) != 0) {
            clock.fenceAcquires();
        }
        if ((kind & RELEASE) != 0) {
            clock.fenceReleases();
        }
        clock.resume(paused);
    }

    /** Called when an address may begin to stand for a place in another file. */
    public void unmapped() {
        Arrays.fill(cache, null);
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
        Class<?> type = base.getClass();
        if (offset == MONITOR) {
            return new Source("monitor", type.getTypeName());
        }
        return new Source(type.isArray() ? "word" : "field", type.getTypeName());
    }
}
