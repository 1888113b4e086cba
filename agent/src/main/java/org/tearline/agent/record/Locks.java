// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Objects;
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
    private final AtomicReferenceArray<WeakReference<AbstractOwnableSynchronizer>> latest =
        new AtomicReferenceArray<>(LIMIT);
    /** Not exact if several threads replace locks at once. */
    private int replaced;

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
     * Remembers a lock. Call this only for locks that are new or have just been taken, because another one may be
     * forgotten.
     */
    void remember(AbstractOwnableSynchronizer lock) {
        int first = System.identityHashCode(lock) & LIMIT - PROBES;
        int free = -1;
        for (int slot = first; slot < first + PROBES; slot++) {
            WeakReference<AbstractOwnableSynchronizer> known = latest.getOpaque(slot);
            if (known != null && known.refersTo(lock)) {
                return;
            }
            if (known == null || known.refersTo(null)) {
                free = slot;
            }
        }
        latest.set(free >= 0 ? free : first + (replaced++ & PROBES - 1), new WeakReference<>(lock));
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
