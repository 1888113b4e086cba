// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.run.worker.PlayedKernel.Mode;

class SplitLockTest {
    private static final long MILLISECOND = 1_000_000;
    private static final int SEEDS = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {100, 1_000, 1_500, 10_000, 100_000})
    void shouldCallHardwareNativeAndStallItForAFewMillisecondsOnly(long splitLockNanos) throws Exception {
        PlayedKernel kernel = PlayedKernel.hardware(splitLockNanos);

        assertThat(kernel.slowed()).isFalse();
        assertThat(kernel.splitLocks() * splitLockNanos).isLessThan(4 * MILLISECOND);
        assertThat(kernel.pauses()).isEqualTo(4);
        assertThat(kernel.singles().firstNanos()).isEqualTo(splitLockNanos);
        assertThat(kernel.singles().bestNanos()).isEqualTo(splitLockNanos);
        assertThat(kernel.singles().worstNanos()).isEqualTo(splitLockNanos);
    }

    @Test
    void shouldSeeThroughWarnWhoseSecondOperationIsAlwaysFast() throws Exception {
        PlayedKernel kernel = PlayedKernel.of(Mode.WARN);

        assertThat(kernel.slowed()).isTrue();
        assertThat(kernel.splitLocks()).isEqualTo(5);
        assertThat(kernel.singles().firstNanos()).isGreaterThanOrEqualTo(10 * MILLISECOND);
        assertThat(kernel.singles().worstNanos()).isGreaterThanOrEqualTo(10 * MILLISECOND);
    }

    @Test
    void shouldFindEveryRateLimitThatTheKernelTakes() throws Exception {
        for (int limit = 1; limit <= 1_000; limit++) {
            PlayedKernel kernel = PlayedKernel.rateLimit(limit);
            long start = kernel.nanoTime();

            assertThat(kernel.slowed()).as("ratelimit:%d", limit).isTrue();
            assertThat(kernel.singles().firstNanos()).isLessThan(MILLISECOND);
            assertThat(kernel.singles().worstNanos()).isGreaterThanOrEqualTo(20 * MILLISECOND);
            // The parent takes a worker that is silent for 30 s for dead.
            assertThat(kernel.nanoTime() - start).as("ratelimit:%d", limit).isLessThan(12_000 * MILLISECOND);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FATAL", "FATAL_AT_THIRD"})
    void shouldNotHideThatTheKernelKills(Mode mode) {
        assertThatThrownBy(() -> PlayedKernel.of(mode).slowed()).isInstanceOf(InternalError.class);
    }

    @Test
    void shouldFindWarnAmongInterrupts() {
        assertThat(slowed(PlayedKernel.of(Mode.WARN), 10)).isEqualTo(SEEDS);
    }

    @Test
    void shouldJudgeNothingWhereAlignedOperationsAreAsSlow() throws Exception {
        PlayedKernel kernel = PlayedKernel.hardware(2 * MILLISECOND).withNoise(1, 1);

        assertThat(kernel.slowed()).isFalse();
    }

    private static long slowed(PlayedKernel kernel, int oneIn) {
        return LongStream.range(0, SEEDS).filter(seed -> {
            try {
                return kernel.withNoise(seed, oneIn).slowed();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).count();
    }
}
