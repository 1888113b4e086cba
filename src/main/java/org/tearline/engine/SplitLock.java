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

    private SplitLock() {
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

    private static void locked(long address) {
        UnsafeApi.compareAndSetLong(null, address, 0L, 0L);
    }
}
