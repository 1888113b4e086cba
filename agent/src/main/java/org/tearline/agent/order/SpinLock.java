// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A lock that is held for a short time. Not a monitor, in which a virtual thread might leave its carrier, and then wait
 * forever behind threads that only yield, nor a lock of java.util.concurrent, which calls the agent. Not reentrant.
 * Thread-safe.
 */
public class SpinLock {
    private static final AtomicIntegerFieldUpdater<SpinLock> HELD =
        AtomicIntegerFieldUpdater.newUpdater(SpinLock.class, "held");
    private static final int SPINS = 1 << 10;

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
        HELD.lazySet(this, 0);
    }

    /**
     * Lets others run. A virtual thread keeps its carrier. Does not park: the program may be about to park, and would
     * wait forever without the permit that another thread has just given it. Calls no method handle, since linking it
     * would call the agent, which would wait again.
     */
    private static void pause() {
        if (Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread")) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
