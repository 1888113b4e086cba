// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SpinLockTest {
    private static final int MILLIS = 20;

    /** A thread that is about to park may have to wait for the lock first. */
    @Test
    void shouldLeaveThePermitToParkToTheProgram() throws InterruptedException {
        SpinLock lock = new SpinLock();
        lock.enter();
        Thread waiting = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            lock.enter();
            LockSupport.park();
        });
        waiting.start();
        TimeUnit.MILLISECONDS.sleep(MILLIS);
        lock.leave();
        waiting.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(waiting.isAlive()).isFalse();
    }
}
