// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SpinLockTest {
    /** A thread that is about to park may have to wait for the lock first. */
    @Test
    void shouldLeaveThePermitToParkToTheProgram() {
        Thread thread = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            SpinLock.pause();
            LockSupport.park();
        });
        thread.start();
        Thread.State state = thread.getState();
        while (state != Thread.State.WAITING && state != Thread.State.TERMINATED) {
            Thread.onSpinWait();
            state = thread.getState();
        }
        LockSupport.unpark(thread);
        assertThat(state).isEqualTo(Thread.State.TERMINATED);
    }
}
