// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A lock that is held for a few instructions. Not a monitor, in which a virtual thread might leave its carrier, nor a
 * lock of java.util.concurrent, which calls the agent. Not reentrant. Thread-safe.
 */
public class SpinLock {
    private static final AtomicIntegerFieldUpdater<SpinLock> HELD =
        AtomicIntegerFieldUpdater.newUpdater(SpinLock.class, "held");
    /** Null if this JDK gives no access to it. */
    private static final MethodHandle PARK = Internal.unsafe("park", void.class, boolean.class, long.class);
    private static final int SPINS = 1 << 10;
    private static final long PAUSE_NANOS = 50_000;

    private volatile int held;

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
