// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers which thread last copied into or filled a page, since the values in it are not known yet. Otherwise a value
 * that is written by a copy, and then published, would seem to have no writer. A newer page replaces an older one.
 * Thread-safe; a race may lose a write.
 */
final class BulkWrites {
    /** Pages, of which the largest write may fill all. */
    private static final int LIMIT = 1 << 12;
    private static final int PAGE = 12;
    private static final int PAGE_BYTES = 1 << PAGE;

    /** The number of a page, then the thread (upper half) and the first and last byte that it wrote, or 0. */
    private final AtomicLongArray entries = new AtomicLongArray(2 * LIMIT);

    /** @param thread 0 to forget earlier writes */
    void add(long first, long count, int thread) {
        long last = first + Math.min(count, (long) LIMIT << PAGE) - 1;
        for (long page = first >>> PAGE; page <= last >>> PAGE; page++) {
            long from = Math.max(first, page << PAGE) & PAGE_BYTES - 1;
            long to = Math.min(last, (page << PAGE) + PAGE_BYTES - 1) & PAGE_BYTES - 1;
            add(page, thread, from, to);
        }
    }

    private void add(long page, int thread, long from, long to) {
        int slot = slot(page);
        boolean same = entries.get(slot) == page;
        if (!same && thread == 0) {
            return;
        }
        long before = same ? entries.get(slot + 1) : 0;
        long first = from;
        long last = to;
        if (before >>> Integer.SIZE == thread && from(before) <= to + 1 && from <= to(before) + 1) {
            first = Math.min(from, from(before));
            last = Math.max(to, to(before));
        }
        entries.set(slot + 1, 0);
        entries.set(slot, page);
        entries.set(slot + 1, (long) thread << Integer.SIZE | first << Short.SIZE | last);
    }

    /** Returns the number of the thread that wrote a value, which may cross a page; 0 if it is unknown. */
    int writer(long key, int bytes) {
        long last = key + bytes - 1;
        int writer = writer(key >>> PAGE, key, Math.min(last, key | PAGE_BYTES - 1));
        return last >>> PAGE == key >>> PAGE || writer == writer(last >>> PAGE, last & -PAGE_BYTES, last) ? writer : 0;
    }

    private int writer(long page, long first, long last) {
        int slot = slot(page);
        long found = entries.get(slot) == page ? entries.get(slot + 1) : 0;
        boolean covered = from(found) <= (first & PAGE_BYTES - 1) && (last & PAGE_BYTES - 1) <= to(found);
        return covered ? (int) (found >>> Integer.SIZE) : 0;
    }

    private static int slot(long page) {
        return 2 * (int) (page * Slots.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
    }

    private static long from(long entry) {
        return entry >>> Short.SIZE & 0xFFFF;
    }

    private static long to(long entry) {
        return entry & 0xFFFF;
    }
}
