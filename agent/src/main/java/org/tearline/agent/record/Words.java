// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What threads pass on through aligned words, fields and objects: a thread that reads a word knows what its writers
 * knew. A program may write more words than there is room for. Then those are forgotten that were released least
 * recently, together with a note of what they passed on. A word takes 4 bytes for each thread that its writers know of.
 * Thread-safe.
 */
final class Words {
    private static final int SETS = 1 << 16;
    /** Words with the same hash. */
    private static final int WAYS = 4;
    private static final int[] NOTHING = Clock.NOTHING;
    private static final MethodHandle PARK = park();

    /** Null if nothing was passed on. */
    private final AtomicReferenceArray<Passed> words = new AtomicReferenceArray<>(SETS * WAYS);
    /** How often words with the same hash were written. */
    private final AtomicIntegerArray versions = new AtomicIntegerArray(SETS);
    /** What forgotten words passed on. */
    private final AtomicReference<int[]> forgotten = new AtomicReference<>(NOTHING);
    /** Whether any thread has passed on anything. */
    private volatile boolean any;

    /**
     * What was passed on through a word.
     *
     * @param times see {@link Clock}; the array never changes
     * @param when  in nanoseconds
     */
    private record Passed(long key, int[] times, long when) {
    }

    private static MethodHandle park() {
        try {
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
            return lookup.findVirtual(type, "park", MethodType.methodType(void.class, boolean.class, long.class))
                .bindTo(unsafe);
        } catch (Throwable e) {
            return null;
        }
    }

    /** Waits a little, even if the thread is virtual. */
    static void pause() {
        try {
            PARK.invokeExact(false, 50_000L);
        } catch (Throwable e) {
            Thread.onSpinWait();
        }
    }

    /** Called before a write. Keeps what earlier writers passed on, whose writes a reader may still see. */
    void release(long key, int[] times) {
        if (times.length == 0) {
            return;
        }
        any = true;
        boolean done = false;
        while (!done) {
            int slot = slot(key);
            done = slot < 0 ? add(key, times) : renew(key, slot, times);
        }
    }

    /** Counts a write. */
    void write(long key) {
        versions.getAndIncrement(set(key) / WAYS);
    }

    int version(long key) {
        return versions.get(set(key) / WAYS);
    }

    /** Returns false if another thread has changed the slot. */
    private boolean renew(long key, int slot, int[] times) {
        Passed before = words.get(slot);
        if (before.key != key) {
            return false;
        }
        if (before.times == times || Clock.isKnown(times, before.times)) {
            return true;
        }
        int[] latest = Clock.isKnown(before.times, times) ? times : Clock.latest(before.times, times);
        return words.compareAndSet(slot, before, new Passed(key, latest, System.nanoTime()));
    }

    /** Returns false if another thread has taken the slot. Two threads may add the same word. */
    private boolean add(long key, int[] times) {
        int oldest = set(key);
        Passed before = words.get(oldest);
        for (int slot = oldest + 1; slot < set(key) + WAYS && before != null; slot++) {
            Passed other = words.get(slot);
            if (other == null || other.when - before.when < 0) {
                oldest = slot;
                before = other;
            }
        }
        boolean added = words.compareAndSet(oldest, before, new Passed(key, times, System.nanoTime()));
        if (added && before != null) {
            forget(before.times);
        }
        return added;
    }

    private void forget(int[] times) {
        int[] known = forgotten.get();
        while (!Clock.isKnown(times, known) && !forgotten.compareAndSet(known, Clock.latest(known, times))) {
            known = forgotten.get();
        }
    }

    /** Whether a word that was forgotten may have passed on an access. */
    boolean mayHavePassed(int thread, int time) {
        int[] times = forgotten.get();
        return thread < times.length && time <= times[thread];
    }

    /** Called after a read; returns what the writers passed on. */
    int[] acquire(long key) {
        int[] times = NOTHING;
        int first = any ? set(key) : 0;
        for (int slot = first; any && slot < first + WAYS; slot++) {
            Passed passed = words.get(slot);
            if (passed != null && passed.key == key) {
                times = times == NOTHING ? passed.times : Clock.latest(times, passed.times);
            }
        }
        return times;
    }

    /** Returns -1 if nothing is known of the word. */
    private int slot(long key) {
        int first = set(key);
        for (int slot = first; slot < first + WAYS; slot++) {
            Passed passed = words.get(slot);
            if (passed != null && passed.key == key) {
                return slot;
            }
        }
        return -1;
    }

    /** Returns the first slot for words with this hash. */
    private static int set(long key) {
        return (int) (key * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(SETS)) * WAYS;
    }
}
