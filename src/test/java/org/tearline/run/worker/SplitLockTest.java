// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.machine.SplitLockCost;

class SplitLockTest {
    private static final long MILLISECOND = 1_000_000;

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 1_500, 10_000, 100_000})
    void shouldMeasureUnrestrictedHardwareInAFewMilliseconds(long splitLockNanos) throws Exception {
        FakeKernel kernel = new FakeKernel(splitLockNanos);
        assertThat(kernel.slowed()).isFalse();
        assertThat(kernel.splitLocks * splitLockNanos).isLessThan(4 * MILLISECOND);
        assertThat(kernel.singles()).isEqualTo(new SplitLockCost.Singles(splitLockNanos, splitLockNanos,
            splitLockNanos));
    }

    @Test
    void shouldDetectWarnModeDespiteFastSecondOperations() throws Exception {
        FakeKernel kernel = warning();
        assertThat(kernel.slowed()).isTrue();
        assertThat(kernel.splitLocks).isEqualTo(5);
        assertThat(kernel.singles().firstNanos()).isGreaterThanOrEqualTo(10 * MILLISECOND);
    }

    /** The first slice of a trial waits for this. */
    @Test
    void shouldTimeAFewWithoutAPause() {
        FakeKernel kernel = warning();
        long start = kernel.now;
        assertThat(kernel.timeFew()).isGreaterThanOrEqualTo(10 * MILLISECOND);
        assertThat(kernel.now - start).isLessThan(11 * MILLISECOND);
        assertThat(new FakeKernel(1_500).timeFew()).isEqualTo(1_500);
    }

    private static FakeKernel warning() {
        return new FakeKernel(1_500) {
            private long offUntil;

            @Override
            void react() {
                if (now >= offUntil) {
                    now += 10 * MILLISECOND;
                    // Two jiffies at 100 Hz, plus a late timer tick.
                    offUntil = now + 30 * MILLISECOND;
                }
            }
        };
    }

    @Test
    void shouldDetectEveryRateLimit() throws Exception {
        for (int limit = 1; limit <= 1_000; limit++) {
            FakeKernel kernel = new RateLimit(limit);
            long start = kernel.now;
            assertThat(kernel.slowed()).as("ratelimit:%d", limit).isTrue();
            assertThat(kernel.singles().firstNanos()).isLessThan(MILLISECOND);
            assertThat(kernel.singles().worstNanos()).isGreaterThanOrEqualTo(20 * MILLISECOND);
            // The parent kills a worker that is silent for 30 s.
            assertThat(kernel.now - start).as("ratelimit:%d", limit).isLessThan(12_000 * MILLISECOND);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldPropagateAFault(int nth) {
        assertThatThrownBy(() -> new FakeKernel(1_500) {
            @Override
            void react() {
                if (splitLocks == nth) {
                    throw new InternalError("a fault occurred in an unsafe memory access operation");
                }
            }
        }.slowed()).isInstanceOf(InternalError.class);
    }

    /** About every tenth series has an interrupt of 20 ms. */
    @Test
    void shouldIgnoreInterrupts() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(new FakeKernel(1_500) {
                @Override
                void react() {
                    now += random.nextInt(10_000) == 0 ? 20 * MILLISECOND : 0;
                }
            }.slowed()).isFalse();
        }
    }

    /** Simulates a clock and a kernel's reaction to split locks. Not thread-safe. */
    private static class FakeKernel extends SplitLock {
        protected long now = 1_000_000_000_000L;
        protected long splitLocks;
        private final long splitLockNanos;

        private FakeKernel(long splitLockNanos) {
            super(0, 0);
            this.splitLockNanos = splitLockNanos;
        }

        void react() {
        }

        @Override
        long nanoTime() {
            return now;
        }

        @Override
        void pause(long nanos) {
            now += nanos;
        }

        @Override
        void splitLock() {
            splitLocks++;
            react();
            now += splitLockNanos;
        }
    }

    /** Allows some operations per second and delays the next one. */
    private static final class RateLimit extends FakeKernel {
        private final int limit;
        private long windowStart;
        private int let;

        private RateLimit(int limit) {
            super(1_500);
            this.limit = limit;
        }

        @Override
        void react() {
            while (!letThrough()) {
                now += 20 * MILLISECOND;
            }
        }

        private boolean letThrough() {
            if (windowStart == 0 || now - windowStart > TimeUnit.SECONDS.toNanos(1)) {
                windowStart = now;
                let = 0;
            }
            return let++ < limit;
        }
    }
}
