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
    private static final MethodHandle YIELD = findYield();
    private static final int SPINS = 1 << 10;

    private volatile int held;

    /** Returns null if this JDK gives no access to the method with which a virtual thread keeps its carrier. */
    private static MethodHandle findYield() {
        String name = Runtime.version().feature() < 21 ? "yield" : "yield0";
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                .findStatic(Thread.class, name, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
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
        HELD.lazySet(this, 0);
    }

    /**
     * Lets others run. Does not park: the program may be about to park, and would wait forever without the permit that
     * another thread has just given it.
     */
    private static void pause() {
        try {
            YIELD.invokeExact();
        } catch (Throwable e) {
            Thread.onSpinWait();
        }
    }
}
