// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A clock, and what kernels do to those who lock across a line, in no time. Not thread-safe. */
final class PlayedKernel extends SplitLock {
    private static final long ALIGNED_NANOS = 100;
    /** Two jiffies at a hundred per second, and a late timer. */
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

    /** What the kernel does about split locks. */
    enum Mode { NATIVE, WARN, RATELIMIT, FATAL, FATAL_AT_THIRD }

    private PlayedKernel(Mode mode, long splitLockNanos, int limit, Random noise, int oneIn) {
        super(0, 0);
        this.mode = mode;
        this.splitLockNanos = splitLockNanos;
        this.limit = limit;
        this.noise = noise;
        this.oneIn = oneIn;
    }

    static PlayedKernel of(Mode mode) {
        return new PlayedKernel(mode, 1_500, 0, new Random(0), 0);
    }

    static PlayedKernel hardware(long splitLockNanos) {
        return new PlayedKernel(Mode.NATIVE, splitLockNanos, 0, new Random(0), 0);
    }

    static PlayedKernel rateLimit(int limit) {
        return new PlayedKernel(Mode.RATELIMIT, 1_500, limit, new Random(0), 0);
    }

    /** With an interrupt of 5 ms in one of so many operations of any kind. */
    PlayedKernel withNoise(long seed, int inOneOf) {
        return new PlayedKernel(mode, splitLockNanos, limit, new Random(seed), inOneOf);
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
