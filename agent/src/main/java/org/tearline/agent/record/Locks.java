// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the locks that the current thread holds: monitors through the JDK's internal live stack frames, and locks of
 * java.util.concurrent among those that were locked lately. This takes some ten microseconds. The monitors of virtual
 * threads stay unknown on most JDKs, and so does a lock that names no owner, such as a StampedLock. Thread-safe.
 */
final class Locks {
    static final int[] NONE = {};
    /** Maximum number of known locks. A newer one replaces an older one of those with the same hash. */
    private static final int LIMIT = 1 << 12;
    /** Each lock is in one of so many neighboring places, so that two in use seldom replace each other. */
    private static final int PROBES = 4;

    private final StackWalker walker;
    private final MethodHandle monitors;
    private final MethodHandle owner;
    private final Class<?> readWrite;
    private final MethodHandle readHolds;
    private final Class<?> worker;
    private final AtomicReferenceArray<Lock> latest = new AtomicReferenceArray<>(LIMIT);
    /** Not exact if several threads replace locks at once. */
    private int replaced;

    /** What is known of a lock, which may still be garbage-collected. */
    private static final class Lock extends WeakReference<AbstractOwnableSynchronizer> {
        /** Times that the last owner knew, see {@link Clock}. Changed by the owner only. */
        private int[] passed = NONE;
        /** Times known to those who have released the read lock since. Passed on to the next owner, not to readers. */
        private final AtomicReference<int[]> byReaders = new AtomicReference<>(NONE);

        Lock(AbstractOwnableSynchronizer lock) {
            super(lock);
        }
    }

    private Locks() throws Throwable {
        Class<?> frame = Class.forName("java.lang.LiveStackFrame");
        walker = (StackWalker) in(frame)
            .findStatic(frame, "getStackWalker", MethodType.methodType(StackWalker.class)).invoke();
        monitors = in(frame).findVirtual(frame, "getMonitors", MethodType.methodType(Object[].class))
            .asType(MethodType.methodType(Object[].class, StackFrame.class));
        Class<?> lock = AbstractOwnableSynchronizer.class;
        owner = in(lock).findVirtual(lock, "getExclusiveOwnerThread", MethodType.methodType(Thread.class));
        readWrite = Class.forName("java.util.concurrent.locks.ReentrantReadWriteLock$Sync");
        worker = Class.forName("java.util.concurrent.ThreadPoolExecutor$Worker");
        readHolds = in(readWrite).findVirtual(readWrite, "getReadHoldCount", MethodType.methodType(int.class))
            .asType(MethodType.methodType(int.class, lock));
    }

    private static MethodHandles.Lookup in(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    /** Returns null if this JDK lacks an internal method, or if a package is not open to the agent. */
    static Locks find() {
        try {
            return new Locks();
        } catch (Throwable e) {
            return null;
        }
    }

    /**
     * Returns what is known of a lock, and remembers the lock. Call this only for locks that are new or held, because
     * another one may be forgotten.
     */
    private Lock known(AbstractOwnableSynchronizer lock) {
        int first = System.identityHashCode(lock) & LIMIT - PROBES;
        int free = -1;
        for (int slot = first; slot < first + PROBES; slot++) {
            Lock known = latest.getOpaque(slot);
            if (known != null && known.refersTo(lock)) {
                return known;
            }
            if (known == null || known.refersTo(null)) {
                free = slot;
            }
        }
        Lock added = new Lock(lock);
        latest.set(free >= 0 ? free : first + (replaced++ & PROBES - 1), added);
        return added;
    }

    /** Called for a new lock, which may be used as a read lock only and then never gets an owner. */
    void created(AbstractOwnableSynchronizer lock) {
        known(lock);
    }

    /** Called by a new owner; returns what earlier owners and readers passed on. */
    int[] locked(AbstractOwnableSynchronizer lock) {
        Lock known = known(lock);
        int[] byReaders = known.byReaders.getAndSet(NONE);
        if (byReaders.length > 0) {
            known.passed = Clock.latest(known.passed, byReaders);
        }
        return known.passed;
    }

    /** Called by the owner before it releases the lock. */
    void unlocked(AbstractOwnableSynchronizer lock, Clock clock) {
        Lock known = known(lock);
        known.passed = clock.pass(known.passed);
    }

    /** Called by a thread that has just taken the read lock; returns what the last owner passed on. */
    int[] readLocked(AbstractOwnableSynchronizer lock) {
        return known(lock).passed;
    }

    /** Called by a thread before it releases the read lock. */
    void readUnlocked(AbstractOwnableSynchronizer lock, Clock clock) {
        Lock known = known(lock);
        if (!clock.isKnown(known.byReaders.get())) {
            int[] passed = clock.pass(NONE);
            known.byReaders.accumulateAndGet(passed, Clock::latest);
        }
    }

    /**
     * Returns the identity hash codes of the held locks. Omits the lock that a thread of a pool holds while it runs a
     * task, since that guards nothing.
     *
     * @param monitors held by the current thread
     * @param reading  whether a read lock is enough
     */
    int[] held(Object[] monitors, boolean reading) {
        IntStream.Builder held = IntStream.builder();
        for (int slot = 0; slot < LIMIT; slot++) {
            WeakReference<AbstractOwnableSynchronizer> known = latest.get(slot);
            AbstractOwnableSynchronizer lock = known == null ? null : known.get();
            if (lock != null && lock.getClass() != worker && holds(lock, reading)) {
                held.add(System.identityHashCode(lock));
            }
        }
        return IntStream.concat(held.build(), Arrays.stream(monitors).mapToInt(System::identityHashCode)).distinct()
            .toArray();
    }

    private boolean holds(AbstractOwnableSynchronizer lock, boolean reading) {
        try {
            return (Thread) owner.invokeExact(lock) == Thread.currentThread()
                || reading && readWrite.isInstance(lock) && (int) readHolds.invokeExact(lock) > 0;
        } catch (Throwable e) {
            return false;
        }
    }

    /** Returns the monitors that the current thread holds; none if it is virtual and the JDK cannot tell. */
    Object[] monitors() {
        try {
            return walker.walk(new Function<Stream<StackFrame>, Object[]>() {
                @Override
                public Object[] apply(Stream<StackFrame> stack) {
                    return stack.flatMap(Locks.this::monitorsOf).toArray();
                }
            });
        } catch (UnsupportedOperationException e) {
            // The thread is virtual.
            return new Object[0];
        }
    }

    /** For a monitor that a frame has held before, the JVM returns null. */
    private Stream<Object> monitorsOf(StackFrame frame) {
        try {
            return Arrays.stream((Object[]) monitors.invokeExact(frame)).filter(Objects::nonNull);
        } catch (Throwable e) {
            return Stream.empty();
        }
    }
}
