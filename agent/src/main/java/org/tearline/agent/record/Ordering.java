// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/**
 * Records what puts the accesses of threads in order: accesses to aligned words and fields with a memory order, fences,
 * monitors, and the start and end of threads. Ignores what the agent itself does. Thread-safe.
 */
public final class Ordering {
    /** Stands for the monitor of an object, as if it were a byte at this offset, which no field has. */
    public static final long MONITOR = 1;
    /** Stands for the initialization of a class in the same way. */
    public static final long CLASS = 2;
    /** Kinds of fences, as bits. */
    public static final int ACQUIRE = 1;
    public static final int RELEASE = 2;

    private final Tally.All tallies;
    private final ValueTable values;
    private final Mappings mappings;
    private final Words words;
    private final Fields fields;

    Ordering(Tally.All tallies, ValueTable values, Mappings mappings, Words words, Fields fields) {
        this.values = values;
        this.words = words;
        this.fields = fields;
        this.mappings = mappings;
        this.tallies = tallies;
    }

    /** Called before the agent does something for itself; returns whether it was doing so before. */
    public boolean pause() {
        Tally tally = tallies.own();
        boolean before = tally.inside;
        tally.inside = true;
        return before;
    }

    /** @param paused what {@link #pause} returned */
    public void resume(boolean paused) {
        tallies.own().inside = paused;
    }

    /** Called before an ordered write of an aligned word, or before a thread passes on what it knows by an object. */
    public void released(Object base, long offset) {
        Tally tally = begin();
        if (tally != null) {
            try {
                release(tally.clock, word(base, offset), true);
            } finally {
                tally.inside = false;
            }
        }
    }

    /** Called before a plain write near a fence. */
    public void written(Object base, long offset) {
        Tally tally = begin();
        if (tally != null) {
            try {
                release(tally.clock, word(base, offset), false);
            } finally {
                tally.inside = false;
            }
        }
    }

    /** Called after an ordered read of an aligned word, or after a thread has waited for an object. */
    public void acquired(Object base, long offset) {
        Tally tally = begin();
        if (tally != null) {
            try {
                acquire(tally.clock, word(base, offset), true);
            } finally {
                tally.inside = false;
            }
        }
    }

    /** Called after a plain read near a fence. */
    public void read(Object base, long offset) {
        Tally tally = begin();
        if (tally != null) {
            try {
                acquire(tally.clock, word(base, offset), false);
            } finally {
                tally.inside = false;
            }
        }
    }

    /**
     * The same for a field or element.
     *
     * @param handle see {@link Fields#key}
     */
    public void releasedAt(Object base, Object handle, int index) {
        Tally tally = begin();
        if (tally != null) {
            try {
                release(tally.clock, fields.key(handle, base, index), true);
            } finally {
                tally.inside = false;
            }
        }
    }

    public void writtenAt(Object base, Object handle, int index) {
        Tally tally = begin();
        if (tally != null) {
            try {
                release(tally.clock, fields.key(handle, base, index), false);
            } finally {
                tally.inside = false;
            }
        }
    }

    public void acquiredAt(Object base, Object handle, int index) {
        Tally tally = begin();
        if (tally != null) {
            try {
                acquire(tally.clock, fields.key(handle, base, index), true);
            } finally {
                tally.inside = false;
            }
        }
    }

    public void readAt(Object base, Object handle, int index) {
        Tally tally = begin();
        if (tally != null) {
            try {
                acquire(tally.clock, fields.key(handle, base, index), false);
            } finally {
                tally.inside = false;
            }
        }
    }

    /** Called at a fence. */
    public void fenced(int kind) {
        Tally tally = begin();
        if (tally == null) {
            return;
        }
        try {
            if ((kind & RELEASE) != 0) {
                values.pending().commit(tally.clock);
            }
            if ((kind & ACQUIRE) != 0) {
                values.pending().check(tally.clock);
                tally.clock.fenceAcquires();
            }
            if ((kind & RELEASE) != 0) {
                tally.clock.fenceReleases();
            }
        } finally {
            tally.inside = false;
        }
    }

    /** Returns null if the agent itself is at work. */
    private Tally begin() {
        Tally tally = tallies.own();
        if (tally.inside) {
            return null;
        }
        tally.inside = true;
        return tally;
    }

    /** @param strong false for a plain write, which passes on what the thread knew at its last fence */
    private void release(Clock clock, long key, boolean strong) {
        if (key == Fields.UNKNOWN) {
            return;
        }
        if (strong) {
            values.pending().commit(clock);
        }
        words.release(key, strong ? clock.snapshot() : clock.fenced());
        if (values.pending().defers()) {
            // Last, as close to the write as possible.
            words.write(key);
        }
    }

    /** @param strong false for a plain read, of which the thread knows from its next fence on */
    private void acquire(Clock clock, long key, boolean strong) {
        if (key == Fields.UNKNOWN) {
            return;
        }
        if (values.pending().defers()) {
            values.pending().read(clock, key, strong);
        }
        int[] passed = words.acquire(key);
        if (passed.length > 0 && strong) {
            clock.take(passed);
        } else if (passed.length > 0) {
            clock.see(passed);
        }
    }

    /** The parts of a word count as one in memory that may be accessed in several sizes. */
    private long word(Object base, long offset) {
        if (base == null) {
            return mappings.samePlace(offset & -Long.BYTES);
        }
        return Keys.of(base, base instanceof byte[] || base instanceof long[] ? offset & -Long.BYTES : offset);
    }
}
