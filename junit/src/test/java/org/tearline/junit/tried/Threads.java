// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.tearline.junit.MisalignedAccess;

/** Accesses by threads that a test starts count for the test, and those by older threads of a pool for the class. */
@Isolated
@ExtendWith(MisalignedAccess.class)
class Threads {
    private static final long PAGE = Memory.page();
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor(
        task -> new Thread(task, "pool thread"));
    private static final ExecutorService EARLIER = Executors.newSingleThreadExecutor(
        task -> new Thread(task, "earlier thread"));

    @BeforeAll
    static void start() throws Exception {
        EARLIER.submit(() -> { }).get();
    }

    @AfterAll
    static void end() {
        POOL.shutdown();
        EARLIER.shutdown();
    }

    @Test
    void started() throws Exception {
        Thread thread = new Thread(() -> Memory.put(PAGE + 60), "started thread");
        thread.start();
        thread.join();
    }

    @Test
    void inAPool() throws Exception {
        POOL.submit(() -> Memory.put(PAGE + 60)).get();
    }

    @Test
    void inAnEarlierPool() throws Exception {
        EARLIER.submit(() -> Memory.put(PAGE + 60)).get();
    }
}
