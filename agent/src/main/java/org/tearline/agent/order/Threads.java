// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The clocks of all threads. Needs no thread-local variable, which pools may clear. Thread-safe. */
public abstract class Threads<T extends Clock> {
    /** Number of clocks at the first sweep, which drops those of ended threads; then at each doubling. */
    private static final int FIRST_SWEEP = 16;
    /** Ended threads of which a new one may know nothing before it continues the clock of one of them. */
    private static final int MOST_ENDED = 128;
    private static final int LATEST = 1 << 12;
    /** The field of Thread that contains the ID; null if the field cannot be read. */
    private static final VarHandle ID = id();

    private final Map<Long, Known<T>> all = new HashMap<>();
    /** By the lowest bits of their threads' IDs. */
    private final Known<?>[] latest = new Known<?>[LATEST];
    private final SpinLock lock = new SpinLock();
    /** ID of the thread that holds the lock. */
    private volatile long holder;
    private final Deque<Clock> ended = new ArrayDeque<>();
    private final Cells cells;
    /** Stands for that of a thread on which this class is at work, and ignores what that passes on. */
    private final T none = create(new Clock(0));
    private int sweepAt = FIRST_SWEEP;
    private int used;

    protected Threads(Cells cells) {
        this.cells = cells;
        none.pause();
    }

    /** Makes the clock of the current thread, which continues another one. */
    protected abstract T create(Clock earlier);

    /** Called for the clock of a thread that has ended. */
    protected abstract void ended(T clock);

    private record Known<T>(long id, WeakReference<Thread> thread, T clock) {
        boolean hasEnded() {
            Thread running = thread.get();
            // Not isAlive(), which calls the agent.
            return running == null || running.getState() == Thread.State.TERMINATED;
        }
    }

    private static VarHandle id() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                .findVarHandle(Thread.class, "tid", long.class);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Returns the number of the current thread, which no other thread ever has. */
    static long current() {
        Thread thread = Thread.currentThread();
        return ID == null ? thread.getId() : (long) ID.get(thread);
    }

    /** Returns the clock of the current thread. */
    @SuppressWarnings("unchecked")
    public T own() {
        long id = current();
        Known<?> known = latest[(int) id & LATEST - 1];
        // The tables are private, and contain no other clocks.
        return known != null && known.id == id ? (T) known.clock : find(id);
    }

    private T find(long id) {
        if (holder == id) {
            return none;
        }
        lock.enter();
        holder = id;
        try {
            Known<T> known = all.get(id);
            if (known == null) {
                sweep();
                known = add(id);
            }
            latest[(int) id & LATEST - 1] = known;
            return known.clock;
        } finally {
            holder = 0;
            lock.leave();
        }
    }

    /** Adds the clock of the current thread, which takes what the thread that started it passed on. */
    private Known<T> add(long id) {
        Thread thread = Thread.currentThread();
        Cell start = cells.get(thread, 0, Ordering.source(thread, 0));
        T clock = create(earlier(start.passed));
        clock.take(start.passed, start.source);
        Known<T> known = new Known<>(id, new WeakReference<>(thread), clock);
        all.put(id, known);
        return known;
    }

    /** Nothing is unordered between a thread and one whose end it knows. Continuing that keeps all clocks short. */
    private Clock earlier(Passed passed) {
        for (Clock one : ended) {
            if (one.isKnown(passed)) {
                ended.remove(one);
                return one;
            }
        }
        return ended.size() < MOST_ENDED ? new Clock(++used) : ended.remove();
    }

    private void sweep() {
        if (all.size() < sweepAt) {
            return;
        }
        for (Iterator<Known<T>> clocks = all.values().iterator(); clocks.hasNext();) {
            Known<T> known = clocks.next();
            if (known.hasEnded()) {
                clocks.remove();
                ended(known.clock);
                ended.add(known.clock);
            }
        }
        sweepAt = Math.max(FIRST_SWEEP, 2 * all.size());
    }

    /** Returns the clocks of the threads that run. */
    public List<T> all() {
        lock.enter();
        holder = current();
        try {
            return all.values().stream().map(Known::clock).toList();
        } finally {
            holder = 0;
            lock.leave();
        }
    }
}
