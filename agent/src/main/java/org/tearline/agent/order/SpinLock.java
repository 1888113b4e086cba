// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A lock that is held for a few instructions. Not a monitor, in which a virtual thread might leave its carrier, nor a
 * lock of java.util.concurrent, which calls the agent. Not reentrant. Thread-safe.
 */
public class SpinLock {
    private static final AtomicIntegerFieldUpdater<SpinLock> HELD =
        AtomicIntegerFieldUpdater.newUpdater(SpinLock.class, "held");
    private static final MethodHandle PARK = park();
    private static final int SPINS = 1 << 10;
    private static final long PAUSE_NANOS = 50_000;

    private volatile int held;

    /** Returns null if this JDK gives no access to its Unsafe. */
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

    public final void enter() {
        for (int spins = 0; !HELD.compareAndSet(this, 0, 1); spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                pause();
            }
        }
    }

    public final void leave() {
        held = 0;
    }

    /** Waits a little, also in a virtual thread, which keeps its carrier. */
    private static void pause() {
        try {
            PARK.invokeExact(false, PAUSE_NANOS);
        } catch (Throwable e) {
            Thread.onSpinWait();
        }
    }
}
