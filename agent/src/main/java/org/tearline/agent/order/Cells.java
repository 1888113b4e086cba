// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static java.lang.StackWalker.Option.RETAIN_CLASS_REFERENCE;
import static org.tearline.agent.order.Ordering.CLASS;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/**
 * The places through which threads pass on what they know. A program may use more places than there is room for. Then
 * those are forgotten that were written least recently, together with a note of what they have passed on, unless their
 * object has died. A place takes 4 bytes for each thread that its writers know of.
 *
 * <p>Classes pass on what was done until they were initialized, to whoever uses them. A thread that runs a static
 * method or constructor of a class has waited for that; nothing needs to be inserted into that code. An instance may
 * have escaped before, so its methods tell nothing. Thread-safe.
 */
public final class Cells {
    private static final int SETS = 1 << 15;
    /** Places with the same hash. */
    private static final int WAYS = 4;
    private static final int LOCKS = 1 << 6;
    private static final StackWalker STACK = StackWalker.getInstance(RETAIN_CLASS_REFERENCE);

    private final AtomicReferenceArray<Cell> cells = new AtomicReferenceArray<>(SETS * WAYS);
    /** By set: which thread adds a cell. */
    private final SpinLock[] locks = Stream.generate(SpinLock::new).limit(LOCKS).toArray(SpinLock[]::new);
    /** Stands for all forgotten places. */
    private final Cell forgotten = new Cell(0, null, null);
    /** Stands for all classes that were initialized. */
    private final Cell initialized = new Cell(0, null, null);
    /** Counts the cells that were added. A race may lose one. */
    private int now;
    /** Whether reads may be thrown away after a fence, so that they count only later. */
    private volatile boolean defers;

    /** Called when there is code that may throw reads away after a fence. */
    public void defer() {
        defers = true;
    }

    public boolean defers() {
        return defers;
    }

    /** Returns the cell of a place, adding it if necessary. */
    Cell get(long key, Object base, Source source) {
        Cell known = find(key, base);
        return known == null ? add(key, base, source) : known;
    }

    Cell get(Object base, long offset, Source source) {
        return get(Keys.of(base, offset), base, source);
    }

    /** Returns the cell that is in the table now, of a place whose cell was forgotten. */
    Cell get(Cell gone) {
        return get(gone.key, gone.get(), gone.source);
    }

    /** Returns null if the place is not known. */
    private Cell find(long key, Object base) {
        int first = Keys.slot(key, SETS) * WAYS;
        for (int slot = first; slot < first + WAYS; slot++) {
            Cell cell = cells.getAcquire(slot);
            if (cell != null && cell.is(key, base)) {
                return cell;
            }
        }
        return null;
    }

    private Cell add(long key, Object base, Source source) {
        int first = Keys.slot(key, SETS) * WAYS;
        SpinLock lock = locks[first / WAYS & LOCKS - 1];
        lock.enter();
        try {
            Cell known = find(key, base);
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
            if (cell.when - cells.get(oldest).when < 0) {
                oldest = slot;
            }
        }
        return oldest;
    }

    private void forget(Cell cell) {
        boolean dead = cell.isDead();
        Passed lost = cell.remove();
        if (!dead) {
            forgotten.add(lost);
        }
    }

    /** Called when a thread writes a place. */
    void write(Cell cell) {
        cell.written = true;
        cell.when = now;
    }

    /** Called after a class has been initialized. */
    void initialized(Passed passed) {
        initialized.add(passed);
    }

    /** Whether an access came before the initialization of a class for which the thread of this clock has waited. */
    public boolean initializationTeaches(Clock clock, int thread, int time) {
        if (!initialized.passed.contains(thread, time)) {
            return false;
        }
        STACK.forEach(frame -> {
            if (hasWaited(frame)) {
                learn(clock, frame.getDeclaringClass());
            }
        });
        return clock.knows(thread, time);
    }

    private static boolean hasWaited(StackFrame frame) {
        if (frame.getMethodName().equals("<init>")) {
            return true;
        }
        try {
            return Modifier.isStatic(frame.getDeclaringClass()
                .getDeclaredMethod(frame.getMethodName(), frame.getMethodType().parameterArray()).getModifiers());
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }

    /** A class is initialized after those that it extends. */
    private void learn(Clock clock, Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            Cell cell = find(Keys.of(one, CLASS), one);
            if (cell != null) {
                clock.take(cell.passed, cell.source);
            }
        }
    }

    /** Whether a place that was forgotten may have passed on an access. */
    public boolean mayHavePassed(int thread, int time) {
        return forgotten.passed.contains(thread, time);
    }
}
