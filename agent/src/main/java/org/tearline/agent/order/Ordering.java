// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.tearline.agent.order.Keys.SPREAD;
import static org.tearline.agent.order.Passed.GONE;

import java.util.Arrays;

/**
 * Records what puts the accesses of threads in order: accesses to aligned words and fields with a memory order, fences,
 * monitors, and the start and end of threads. Ignores what the agent itself does.
 *
 * <p>Most calls add nothing: a thread reads what it has read before, or writes while it knows nothing new. They compare
 * references, take no lock, and write no memory that threads share. Thread-safe.
 *
 * @param cache what threads know of the places that they accessed lately
 */
public record Ordering(Threads<?> threads, Cells cells, Mappings mappings, Fields fields, Place[] cache) {
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
    /** In a method that compares no versions afterwards, so that its caller may do that. */
    public static final int FAR = 4;

    /** Kinds of instructions, as bits. Has a memory order; else passes on only what a fence has passed on. */
    public static final int STRONG = 1;
    /** Accesses a field or element, not a word. */
    public static final int FIELD = 2;
    /** Reads and writes in one step, which comes before the thread's later plain writes, as a fence does. */
    public static final int UPDATE = 4;
    /** Reads a value that may show whether earlier reads are valid. */
    public static final int VALUE = 8;
    /** Reads a value whose lowest bit is set while a writer holds a lock: then, no earlier read is valid. */
    public static final int HELD = 16;
    /** Has no order, but may be the version of a sequence lock, as it is said to be atomic. */
    public static final int OPAQUE = 32;
    /** Position of the width of a word in bytes, of an instruction that accesses one. */
    public static final int BYTES = 8;

    /** How threads pass something on through an object, such as its monitor. */
    public static final int OBJECT = 1 << BYTES | STRONG;

    private static final long HEAP = Keys.HEAP >>> Integer.SIZE;
    private static final int CACHE_BITS = 14;
    private static final String THREAD = "thread";
    /** No thread has the number 0. */
    private static final Place NONE = new Place(0, 0, null, null, null);

    public Ordering(Threads<?> threads, Cells cells, Mappings mappings, Fields fields) {
        this(threads, cells, mappings, fields, new Place[1 << CACHE_BITS]);
        unmapped();
    }

    private static boolean isStrong(int how) {
        return (how & STRONG) != 0;
    }

    /**
     * Called before an instruction that passes on what its thread knows, and after one from which its thread learns
     * what others passed on. A plain read learns nothing until a fence. Does nothing if the place is not known, or the
     * agent itself is at work.
     *
     * @param acquires whether the call comes after the instruction
     * @param value    with {@link #VALUE}, what the thread read, as bits
     * @param base     null for native memory
     * @param handle   see {@link Fields#cell}; null for a word
     * @param key      of the base and the offset of a word or object, index, or number of a field, see {@link Keys}
     * @param how      the constants as bits, and the width of a word, see {@link #word}
     */
    public void access(boolean acquires, long value, Object base, Object handle, long key, int how) {
        long complete = complete(key);
        Place known = known(base, handle, complete, how);
        Clock clock = known == null ? threads.own() : known.clock;
        if (!clock.enters()) {
            return;
        }
        try {
            Place place = known == null ? find(clock, base, handle, complete, how) : known;
            if (place != null && acquires) {
                acquire(place, value, how);
            } else if (place != null) {
                release(place, how);
            }
        } finally {
            clock.resume(false);
        }
    }

    private void release(Place place, int how) {
        Clock clock = place.clock;
        if (place.cell.source.kind().equals(THREAD)) {
            clock.end();
        }
        if (!isWritten(place, how)) {
            passOn(place, clock.passing(isStrong(how)));
            if (how == OBJECT && Keys.offset(place.key) == CLASS) {
                cells.initialized(place.cell.passed);
            }
        }
        if ((how & UPDATE) != 0) {
            clock.fenceReleases();
        }
    }

    /**
     * Whether a call of {@link #access} before an instruction would change nothing, nor the fence that an update is. So
     * small that the JIT inlines it everywhere.
     */
    public boolean wasReleased(Object base, Object handle, long key, int how) {
        Place place = known(base, handle, key, how);
        return place != null && isWritten(place, how)
            && ((how & UPDATE) == 0 || place.clock.last(isStrong(how)) == place.clock.fenced);
    }

    private static boolean isWritten(Place place, int how) {
        Passed known = place.clock.last(isStrong(how));
        Passed passed = place.cell.passed;
        return known != null && (passed == known || passed == place.written && known == place.known);
    }

    /** Whether a call of {@link #access} after an instruction would change nothing. */
    public boolean wasAcquired(long value, Object base, Object handle, long key, int how) {
        Place place = known(base, handle, key, how);
        if (place == null) {
            return false;
        }
        if (how == OBJECT && (int) key == MONITOR) {
            place.clock.entered = key;
        }
        boolean isKnown = place.cell.passed == place.learnt;
        return isKnown && (!guards(place, how) || place.clock.repeats(place.word, value, how));
    }

    /** Whether what the thread reads may show whether other reads are valid. What nobody writes may not. */
    private static boolean guards(Place place, int how) {
        return (how & VALUE) != 0 && ((how & (STRONG | OPAQUE)) != 0 || place.cell.written);
    }

    /**
     * Completes the key of an object that is locked: most often, that is the last one whose monitor this thread has
     * entered. The key need not be right, since {@link Place} compares the objects.
     */
    private long complete(long key) {
        return key >>> Integer.SIZE == HEAP ? key | threads.own().entered & -1L << Integer.SIZE : key;
    }

    private void acquire(Place place, long value, int how) {
        learn(place, isStrong(how));
        if (guards(place, how)) {
            place.word = place.clock.word(place.cell.key, value, how, place.cell.written);
        }
    }

    /** Returns null if the thread has not accessed the place lately. */
    private Place known(Object base, Object handle, long key, int how) {
        long who = who(handle, how);
        Place known = cache[slot(key, who)];
        return known.is(key, who, base) ? known : null;
    }

    private static long who(Object handle, int how) {
        return Threads.current() << Integer.SIZE | (handle == null ? how & FIELD : System.identityHashCode(handle));
    }

    private static int slot(long key, long who) {
        return (int) ((key ^ who) * SPREAD >>> Long.SIZE - CACHE_BITS);
    }

    private Place find(Clock clock, Object base, Object handle, long key, int how) {
        long where = Keys.offset(key);
        Cell cell = (how & FIELD) == 0 ? word(base, where) : fields.cell(cells, handle, base, (int) where);
        if (cell == null) {
            return null;
        }
        Place place = new Place(key, who(handle, how), base, cell, clock);
        cache[slot(key, place.who)] = place;
        return place;
    }

    /** The parts of a word count as one in memory that may be accessed in several sizes. */
    private Cell word(Object base, long offset) {
        boolean inParts = base == null || base instanceof byte[] || base instanceof long[];
        long at = inParts ? offset & -Long.BYTES : offset;
        long key = base == null ? mappings.samePlace(at) : Keys.of(base, at);
        return cells.get(key, base, source(base, offset));
    }

    /** @param strong false for a plain read, from which the thread learns only at its next fence */
    private void learn(Place place, boolean strong) {
        Passed passed = place.cell.passed;
        while (passed == GONE) {
            place.renew(cells.get(place.cell));
            passed = place.cell.passed;
        }
        if (passed == place.learnt) {
            return;
        }
        if (strong) {
            place.clock.take(passed, place.cell.source);
            place.learnt = passed;
        } else if (passed != place.seen) {
            place.clock.see(passed, place.cell.source);
            place.seen = passed;
        }
    }

    private void passOn(Place place, Passed known) {
        Passed after = place.cell.add(known);
        while (after == null) {
            place.renew(cells.get(place.cell));
            after = place.cell.add(known);
        }
        cells.write(place.cell);
        if (after == known) {
            place.learnt = known;
        } else {
            place.written = after;
            place.known = known;
        }
    }

    /** Whether the thread has nothing to learn from any field of an object. */
    public boolean isKnown(Record held) {
        return Held.isOnly(held, threads.own().last(true));
    }

    /**
     * Does for a field of an object that can hold it what {@link #access} does for others.
     *
     * @return what the object is to hold from then on
     */
    public Record hold(boolean acquires, Record held, Object base, Object handle, long where, int how) {
        Clock clock = threads.own();
        if (!clock.enters()) {
            return held;
        }
        try {
            int offset = fields.offset(handle, base, where, how);
            if (acquires) {
                clock.take(Held.at(held, offset), source(base, where));
                return held;
            }
            Held after = clock.adding(held, offset, clock.passing(isStrong(how)));
            if ((how & UPDATE) != 0) {
                clock.fenceReleases();
            }
            return after;
        } finally {
            clock.resume(false);
        }
    }

    /** Called before and after what passes on nothing, see {@link Clock#ignore}. */
    public void ignored(boolean begins) {
        threads.own().ignore(begins);
    }

    /** Called at a fence. */
    public void fenced(int kind) {
        Clock clock = threads.own();
        if (!clock.enters()) {
            return;
        }
        if ((kind & ACQUIRE) != 0) {
            clock.fenceAcquires((kind & FAR) != 0);
        }
        if ((kind & RELEASE) != 0) {
            clock.fenceReleases();
        }
        clock.resume(false);
    }

    /** Called when an address may begin to stand for a place in another file. */
    public void unmapped() {
        Arrays.fill(cache, NONE);
    }

    static Source source(Object base, long offset) {
        if (base == null) {
            return Source.WORD;
        }
        if (base instanceof Thread && offset != MONITOR) {
            return new Source(THREAD, null);
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
