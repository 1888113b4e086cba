package org.tearline.engine;

import org.agrona.UnsafeApi;
import org.tearline.memory.Region;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;

/**
 * Times a locked operation across a line before anything makes thousands of them. Run in a worker, whose death (SIGBUS
 * where the kernel is set to {@code split_lock_detect=fatal}) is then the finding. One thread.
 */
final class SplitLock {
    /** The best of a few, so that an interrupt is not taken for a punishment. */
    private static final int TRIES = 3;

    /** More operations than this in a row are not made before one is known to be cheap. */
    private static final long CHEAP_NANOS = 50_000;
    /** Long enough for a mean, short enough for the neighbours. */
    private static final long BATCH_NANOS = 100_000;
    /** So many calls and the compilers have taken over; all of them aligned. */
    private static final int WARM_UP = 50_000;
    private static final int ALIGNED_BATCH = 20_000;

    private SplitLock() {
    }

    /** What an aligned locked operation takes, and one across a line; less than a millisecond of split locks. */
    static Message.SplitLockTimed compare(Geometry geometry) {
        long once = time(geometry);
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            bestMeanNanos(region.base(), WARM_UP);
            long aligned = bestMeanNanos(region.base(), ALIGNED_BATCH);
            long address = region.base() + geometry.lineCrossingOffset(Width.LONG);
            long crossing = once >= CHEAP_NANOS ? once : bestMeanNanos(address, (int) (BATCH_NANOS / once) + 1);
            return new Message.SplitLockTimed(aligned, Math.min(once, crossing));
        }
    }

    /** What one split-locked compare-and-set takes at best, in nanoseconds, at least 1. */
    static long time(Geometry geometry) {
        try (Region region = Region.open(Memory.UNSAFE, geometry.pageBytes())) {
            // The aligned one first, so that class loading is not timed.
            locked(region.base());
            long best = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                long start = System.nanoTime();
                locked(region.base() + geometry.lineCrossingOffset(Width.LONG));
                best = Math.min(best, System.nanoTime() - start);
            }
            return Math.max(1, best);
        }
    }

    private static long bestMeanNanos(long address, int operations) {
        long best = Long.MAX_VALUE;
        for (int batch = 0; batch < TRIES; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < operations; i++) {
                locked(address);
            }
            best = Math.min(best, (System.nanoTime() - start) / operations);
        }
        return Math.max(1, best);
    }

    private static void locked(long address) {
        UnsafeApi.compareAndSetLong(null, address, 0L, 0L);
    }
}
