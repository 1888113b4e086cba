// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;

class SplitLockTest {
    private static final long MILLISECOND = 1_000_000;
    private static final int SEEDS = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 1_500, 10_000, 100_000})
    void shouldMeasureUnrestrictedHardwareInAFewMilliseconds(long splitLockNanos) throws Exception {
        FakeKernel kernel = FakeKernel.hardware(splitLockNanos);
        assertThat(kernel.slowed()).isFalse();
        assertThat(kernel.splitLocks() * splitLockNanos).isLessThan(4 * MILLISECOND);
        assertThat(kernel.pauses()).isEqualTo(4);
        assertThat(kernel.singles()).isEqualTo(new SplitLockCost.Singles(splitLockNanos, splitLockNanos,
            splitLockNanos));
    }

    @Test
    void shouldDetectWarnModeDespiteFastSecondOperations() throws Exception {
        FakeKernel kernel = FakeKernel.of(FakeKernel.Mode.WARN);
        assertThat(kernel.slowed()).isTrue();
        assertThat(kernel.splitLocks()).isEqualTo(5);
        assertThat(kernel.singles().firstNanos()).isGreaterThanOrEqualTo(10 * MILLISECOND);
        assertThat(kernel.singles().worstNanos()).isGreaterThanOrEqualTo(10 * MILLISECOND);
    }

    @Test
    void shouldDetectEveryRateLimit() throws Exception {
        for (int limit = 1; limit <= 1_000; limit++) {
            FakeKernel kernel = FakeKernel.rateLimit(limit);
            long start = kernel.nanoTime();

            assertThat(kernel.slowed()).as("ratelimit:%d", limit).isTrue();
            assertThat(kernel.singles().firstNanos()).isLessThan(MILLISECOND);
            assertThat(kernel.singles().worstNanos()).isGreaterThanOrEqualTo(20 * MILLISECOND);
            // The parent kills a worker that is silent for 30 s.
            assertThat(kernel.nanoTime() - start).as("ratelimit:%d", limit).isLessThan(12_000 * MILLISECOND);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FATAL", "FATAL_AT_THIRD"})
    void shouldPropagateAFault(FakeKernel.Mode mode) {
        assertThatThrownBy(() -> FakeKernel.of(mode).slowed()).isInstanceOf(InternalError.class);
    }

    @Test
    void shouldDetectWarnModeDespiteInterrupts() {
        assertThat(slowed(FakeKernel.of(FakeKernel.Mode.WARN), 10)).isEqualTo(SEEDS);
    }

    @Test
    void shouldIgnoreSamplesWithSlowAlignedOperations() throws Exception {
        assertThat(FakeKernel.hardware(2 * MILLISECOND).withNoise(1, 1).slowed()).isFalse();
    }

    private static long slowed(FakeKernel kernel, int oneIn) {
        return LongStream.range(0, SEEDS).filter(seed -> {
            try {
                return kernel.withNoise(seed, oneIn).slowed();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).count();
    }

    /** Simulates a clock and how kernels react to split locks. Not thread-safe. */
    private static final class FakeKernel extends SplitLock {
        private static final long ALIGNED_NANOS = 100;
        /** Two jiffies at 100 Hz, plus a late timer tick. */
        private static final long DETECTION_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
        private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
        private static final long RATE_LIMIT_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
        private static final long INTERRUPT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

        private final Mode mode;
        private final long splitLockNanos;
        private final int limit;
        private final Random noise;
        private final int oneIn;
        private long now = 1_000_000_000_000L;
        private long offUntil;
        private long windowStart;
        private int let;
        private long splitLocks;
        private long pauses;

        enum Mode { NATIVE, WARN, RATELIMIT, FATAL, FATAL_AT_THIRD }

        private FakeKernel(Mode mode, long splitLockNanos, int limit, Random noise, int oneIn) {
            super(0, 0);
            this.mode = mode;
            this.splitLockNanos = splitLockNanos;
            this.limit = limit;
            this.noise = noise;
            this.oneIn = oneIn;
        }

        static FakeKernel of(Mode mode) {
            return new FakeKernel(mode, 1_500, 0, new Random(0), 0);
        }

        static FakeKernel hardware(long splitLockNanos) {
            return new FakeKernel(Mode.NATIVE, splitLockNanos, 0, new Random(0), 0);
        }

        static FakeKernel rateLimit(int limit) {
            return new FakeKernel(Mode.RATELIMIT, 1_500, limit, new Random(0), 0);
        }

        /** Adds an interrupt of 5 ms to one in this many operations. */
        FakeKernel withNoise(long seed, int inOneOf) {
            return new FakeKernel(mode, splitLockNanos, limit, new Random(seed), inOneOf);
        }

        long splitLocks() {
            return splitLocks;
        }

        long pauses() {
            return pauses;
        }

        @Override
        long nanoTime() {
            return now;
        }

        @Override
        void pause(long nanos) {
            pauses++;
            now += nanos;
        }

        @Override
        void alignedOperation() {
            now += ALIGNED_NANOS;
            interrupt();
        }

        @Override
        void splitLockedOperation() {
            splitLocks++;
            switch (mode) {
                case NATIVE -> { }
                case WARN -> warn();
                case RATELIMIT -> limitRate();
                case FATAL -> throw new InternalError("a fault occurred in an unsafe memory access operation");
                case FATAL_AT_THIRD -> {
                    if (splitLocks == 3) {
                        throw new InternalError("a fault occurred in a recent unsafe memory access operation");
                    }
                }
            }
            now += splitLockNanos;
            interrupt();
        }

        private void warn() {
            if (now >= offUntil) {
                now += TimeUnit.MILLISECONDS.toNanos(10);
                offUntil = now + DETECTION_OFF_NANOS;
            }
        }

        private void limitRate() {
            while (!letThrough()) {
                now += RATE_LIMIT_SLEEP_NANOS;
            }
        }

        private boolean letThrough() {
            if (windowStart == 0 || now - windowStart > WINDOW_NANOS) {
                windowStart = now;
                let = 0;
            }
            return let++ < limit;
        }

        private void interrupt() {
            if (oneIn > 0 && noise.nextInt(oneIn) == 0) {
                now += INTERRUPT_NANOS;
            }
        }
    }
}
