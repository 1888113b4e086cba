// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.List;
import org.tearline.bench.machine.Caches;

/**
 * Says how many places are accessed, and how far apart. Immutable.
 *
 * @param name     registers, place (one place, again and again), L1, L2, L3 or memory
 * @param places   a power of two; 0 for registers
 * @param stride   bytes from place to place: two lines, so that a value across a line has its second one for itself, or
 *                 a page
 * @param accesses in one shot: some tenths of a millisecond, far above the clock's own 25 ns
 */
record WorkingSet(String name, int places, int stride, int accesses) {
    private static final int PAGE_BYTES = 4096;
    /** Fewer lines at one distance than any first level has ways, and enough to be another place each time. */
    private static final int PAGES_LEVEL1 = 4;
    /** More lines of one set than any first level has ways, fewer than the second level has with its colours. */
    private static final int PAGES_LEVEL2 = 64;
    /** More than the second level holds at one distance from a page: 16 ways of 32 colours are 512. */
    private static final int PAGES_LEVEL3 = 2048;
    /** Memory is this many times the last level, so that little of it is found there. */
    private static final int TIMES_LAST = 8;
    private static final long MOST_BYTES = 1 << 30;

    /** No memory at all. */
    static WorkingSet registers() {
        return new WorkingSet("registers", 0, 1, 0);
    }

    static WorkingSet place(int stride) {
        return new WorkingSet("place", 1, stride, 500_000);
    }

    /** For offsets in a line. */
    static List<WorkingSet> inLines(Caches caches) {
        int stride = 2 * caches.lineBytes();
        List<WorkingSet> sets = new ArrayList<>();
        // Half of each level at most, and a quarter of the last one: others use it too.
        sets.add(lines("L1", caches.level1() / 2, stride, 100_000));
        sets.add(lines("L2", caches.level2() / 2, stride, 100_000));
        if (caches.level3() > caches.level2()) {
            sets.add(lines("L3", caches.level3() / 4, stride, 65_536));
        }
        sets.add(lines("memory", Math.min(MOST_BYTES, caches.level3() * TIMES_LAST), stride, 16_384));
        return sets;
    }

    /**
     * For offsets at the end of a page. Values a page apart share a set of each cache, so the number of places decides
     * the level, not their bytes, and there is none for memory.
     */
    static List<WorkingSet> inPages() {
        return List.of(new WorkingSet("L1", PAGES_LEVEL1, PAGE_BYTES, 100_000),
            new WorkingSet("L2", PAGES_LEVEL2, PAGE_BYTES, 100_000),
            new WorkingSet("L3", PAGES_LEVEL3, PAGE_BYTES, 65_536));
    }

    private static WorkingSet lines(String name, long bytes, int stride, int accesses) {
        return new WorkingSet(name, (int) (Long.highestOneBit(bytes) / stride), stride, accesses);
    }

    /** Bytes from the first place to the last. */
    long bytes() {
        return places == 1 ? 0 : (long) places * stride;
    }
}
