// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.util.concurrent.locks.LockSupport;

/** Names what a thread does between two looks at memory that has not changed yet. Stateless. Thread-safe. */
enum Wait {
    SPIN, ON_SPIN_WAIT, YIELD,
    /** Sleeps until the other one wakes it; a tenth of a millisecond at most, in case that came too early. */
    PARK;

    private static final long PARK_NANOS = 100_000;

    /** One step of waiting. */
    void once() {
        switch (this) {
            case SPIN -> {
                // The next look is at once.
            }
            case ON_SPIN_WAIT -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case PARK -> LockSupport.parkNanos(PARK_NANOS);
        }
    }

    /** Says that something has changed; null for a thread of another process, which nobody can wake. */
    void wake(Thread other) {
        if (this == PARK && other != null) {
            LockSupport.unpark(other);
        }
    }
}
