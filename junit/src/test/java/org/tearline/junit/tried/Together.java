// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.tearline.junit.NoLineCrossing;

/** Runs four tests in parallel, three of them guarded. Two make the same access. */
class Together {
    private static final long PAGE = Memory.page();
    private static final CyclicBarrier BARRIER = new CyclicBarrier(4);

    private static void put(int offset) throws Exception {
        try {
            for (int i = 0; i < 3; i++) {
                BARRIER.await();
                Memory.put(PAGE + offset);
            }
            BARRIER.await();
        } catch (RuntimeException | Error e) {
            // The other tests would wait forever.
            BARRIER.reset();
            throw e;
        }
    }

    /** Guarded tests. */
    @NoLineCrossing
    @Execution(ExecutionMode.CONCURRENT)
    static class Guarded {
        @Test
        void first() throws Exception {
            put(60);
        }

        @Test
        void second() throws Exception {
            put(60);
        }

        @Test
        void aligned() throws Exception {
            put(64);
        }
    }

    /** An unguarded test. */
    @Execution(ExecutionMode.CONCURRENT)
    static class Free {
        @Test
        void free() throws Exception {
            put(61);
        }
    }
}
