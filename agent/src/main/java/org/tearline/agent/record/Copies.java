// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.tearline.agent.access.Access.Operation;

/**
 * Notices memory into which a thread copies while another one copies out of it. Values there may tear, although nothing
 * accesses them one by one. Looks at some bytes of each copy: the first one, and a few at multiples of 16. Thread-safe.
 */
public final class Copies {
    /** Number of bits of a place in {@link #copiers}. */
    public static final int BITS = 14;
    /** Stands for more than one thread. */
    public static final int SEVERAL = -1;
    private static final int PAGE_BITS = 12;
    private static final int SPACING = 16;
    private static final int MOST_BYTES = 8;
    private static final int LINES = 8;
    /** How many of these copies have their line of code looked up. */
    private static final int MOST_WALKS = 1_000;

    private final Window bytes;
    private final Mappings mappings;
    /**
     * The identity of the only thread that has copied from or to memory, by the hash of the page or of the array; 0 if
     * there is none. Pages with the same hash count as one.
     */
    private final int[] copiers = new int[1 << BITS];
    private final AtomicInteger found = new AtomicInteger();
    private final Set<String> lines = new ConcurrentSkipListSet<>();

    Copies(Window bytes, Mappings mappings) {
        this.bytes = bytes;
        this.mappings = mappings;
    }

    int[] copiers() {
        return copiers;
    }

    /** Whether several threads copy from or to native memory, which may be that of a file that is mapped twice. */
    boolean isShared(long address, long count) {
        for (long page = address >>> PAGE_BITS; page <= address + count - 1 >>> PAGE_BITS; page++) {
            if (copiers[slot(page)] == SEVERAL) {
                return true;
            }
        }
        List<Mappings.Range> aliases = mappings.aliases(address, count);
        if (!aliases.isEmpty()) {
            share(address, count);
        }
        aliases.forEach(alias -> share(alias.first(), alias.count()));
        return !aliases.isEmpty();
    }

    private void share(long address, long count) {
        for (long page = address >>> PAGE_BITS; page <= address + count - 1 >>> PAGE_BITS; page++) {
            copiers[slot(page)] = SEVERAL;
        }
    }

    private static int slot(long page) {
        return (int) (page * Slots.SPREAD >>> Long.SIZE - BITS);
    }

    /** Records a copy; returns whether its line of code is of interest. */
    boolean add(Tally tally, long key, long count, Operation operation) {
        long first = Keys.isInHeap(key) ? key : mappings.samePlace(key) & Long.MAX_VALUE;
        long spacing = Math.max(SPACING, Long.highestOneBit(count / MOST_BYTES) << 1);
        boolean overwrites = bytes.overwrites(tally, first, operation);
        for (long at = (first & -spacing) + spacing; at < first + count; at += spacing) {
            overwrites |= bytes.overwrites(tally, at, operation);
        }
        return overwrites && lines.size() < LINES && found.incrementAndGet() < MOST_WALKS;
    }

    void renew(long address, long count) {
        bytes.renew(address, count);
    }

    /** Adds the line of code of such a copy. */
    void add(Frames.Walk walk) {
        if (!walk.frames().isEmpty()) {
            lines.add(walk.frames().get(walk.site()).toString());
        }
    }

    /** Returns the lines of code that copied into such memory, as far as they are known. */
    Collection<String> lines() {
        return List.copyOf(lines);
    }
}
