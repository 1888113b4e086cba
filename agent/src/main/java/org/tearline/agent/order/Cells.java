// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/**
 * The places through which threads pass on what they know. A program may use more places than there is room for. Then
 * those are forgotten that were written least recently, together with a note of what they have passed on, unless their
 * object has died. A place takes 4 bytes for each thread that its writers know of. Thread-safe.
 */
public final class Cells {
    private static final int SETS = 1 << 15;
    /** Places with the same hash. */
    private static final int WAYS = 4;
    private static final int LOCKS = 1 << 6;

    private final AtomicReferenceArray<Cell> cells = new AtomicReferenceArray<>(SETS * WAYS);
    /** By set: which thread adds a cell. */
    private final SpinLock[] locks = Stream.generate(SpinLock::new).limit(LOCKS).toArray(SpinLock[]::new);
    private final Initializers initializers = new Initializers(this);
    private final SpinLock forgetting = new SpinLock();
    /** What forgotten places have passed on. */
    private volatile int[] forgotten = Clock.NOTHING;
    /** Counts the cells that were added. A race may lose one. */
    private int now;
    /** Whether reads may be thrown away after a fence, so that they count only later. */
    private volatile boolean defers;

    /** Called when there is code that may throw reads away after a fence. */
    void defer() {
        defers = true;
    }

    public boolean defers() {
        return defers;
    }

    /** Returns the cell of a place, adding it if necessary. */
    Cell get(long key, Object base, Source source) {
        int first = Keys.slot(key, SETS) * WAYS;
        Cell known = find(key, base, first);
        return known == null ? add(key, base, source, first) : known;
    }

    /** Returns null if the place is not known. */
    Cell find(long key, Object base) {
        return find(key, base, Keys.slot(key, SETS) * WAYS);
    }

    Initializers initializers() {
        return initializers;
    }

    private Cell find(long key, Object base, int first) {
        for (int slot = first; slot < first + WAYS; slot++) {
            Cell cell = cells.getAcquire(slot);
            if (cell != null && cell.is(key, base)) {
                return cell;
            }
        }
        return null;
    }

    private Cell add(long key, Object base, Source source, int first) {
        SpinLock lock = locks[first / WAYS & LOCKS - 1];
        lock.enter();
        try {
            Cell known = find(key, base, first);
            if (known != null) {
                return known;
            }
            Cell added = new Cell(key, base, source);
            int slot = oldest(first);
            Cell before = cells.get(slot);
            cells.setRelease(slot, added);
            now++;
            if (before != null) {
                forget(before);
            }
            return added;
        } finally {
            lock.leave();
        }
    }

    private int oldest(int first) {
        int oldest = first;
        for (int slot = first; slot < first + WAYS; slot++) {
            Cell cell = cells.get(slot);
            if (cell == null) {
                return slot;
            }
            if (cell.isOlder(cells.get(oldest))) {
                oldest = slot;
            }
        }
        return oldest;
    }

    private void forget(Cell cell) {
        boolean dead = cell.isDead();
        int[] times = cell.remove().times();
        if (!dead && !Clock.isKnown(times, forgotten)) {
            forgetting.enter();
            try {
                forgotten = Clock.latest(forgotten, times);
            } finally {
                forgetting.leave();
            }
        }
    }

    /** Called when a thread writes a place. */
    void write(Cell cell) {
        cell.written = true;
        cell.when = now;
    }

    /** Whether an access came before the initialization of a class for which the thread of this clock has waited. */
    public boolean initializationTeaches(Clock clock, int thread, int time) {
        return initializers.teach(clock, thread, time);
    }

    /** Whether a place that was forgotten may have passed on an access. */
    public boolean mayHavePassed(int thread, int time) {
        int[] times = forgotten;
        return thread < times.length && time <= times[thread];
    }
}
