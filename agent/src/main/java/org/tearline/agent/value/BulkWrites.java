// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.concurrent.atomic.AtomicLongArray;
import org.tearline.agent.order.Keys;

/**
 * Remembers for each page which thread last copied into it or filled it, and since when. Otherwise, a value whose first
 * write is a copy would seem to have no writer. A newer page replaces an older one. Thread-safe; a race may lose a
 * write.
 */
final class BulkWrites {
    /** Maximum number of pages. Only this many are remembered of a larger write. */
    private static final int LIMIT = 1 << 12;
    private static final int PAGE_BITS = 12;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;

    /**
     * Three each: the number of a page; the thread that wrote it (upper half) with the first and last byte (16 bits
     * each), or 0; and the time of its first write in this range.
     */
    private final AtomicLongArray entries = new AtomicLongArray(3 * LIMIT);

    /**
     * The last bulk write to a value.
     *
     * @param since when the thread first wrote near the value; it may have written the value later
     */
    record Write(int thread, int since) {
    }

    /** @param time of the writing thread's clock */
    void add(long first, long count, int thread, int time) {
        long last = first + Math.min(count, (long) LIMIT << PAGE_BITS) - 1;
        for (long page = first >>> PAGE_BITS; page <= last >>> PAGE_BITS; page++) {
            long from = Math.max(first, page << PAGE_BITS) & PAGE_BYTES - 1;
            long to = Math.min(last, (page << PAGE_BITS) + PAGE_BYTES - 1) & PAGE_BYTES - 1;
            add(page, thread, time, from, to);
        }
    }

    /** Forgets earlier writes to a range. */
    void forget(long first, long count) {
        long last = first + count - 1;
        if (count > (long) LIMIT << PAGE_BITS) {
            for (int slot = 0; slot < 3 * LIMIT; slot += 3) {
                forget(slot, entries.get(slot), first, last);
            }
            return;
        }
        for (long page = first >>> PAGE_BITS; page <= last >>> PAGE_BITS; page++) {
            forget(slot(page), page, first, last);
        }
    }

    /** Forgets the part of the last write that is in a range. If that splits the write, the longer part is kept. */
    private void forget(int slot, long page, long first, long last) {
        long write = entries.get(slot) == page ? entries.get(slot + 1) : 0;
        // May be outside the page.
        long from = first - (page << PAGE_BITS);
        long to = last - (page << PAGE_BITS);
        if (write == 0 || to < from(write) || to(write) < from) {
            return;
        }
        long below = from - from(write);
        long above = to(write) - to;
        long rest = 0;
        if (below >= above && below > 0) {
            rest = entry(thread(write), from(write), from - 1);
        } else if (above > 0) {
            rest = entry(thread(write), to + 1, to(write));
        }
        entries.compareAndSet(slot + 1, write, rest);
    }

    /** Extends the last write to the page if the same thread continues it, and replaces it otherwise. */
    private void add(long page, int thread, long time, long from, long to) {
        int slot = slot(page);
        long before = entries.get(slot) == page ? entries.get(slot + 1) : 0;
        long first = from;
        long last = to;
        long since = time;
        if (thread(before) == thread && from(before) <= to + 1 && from <= to(before) + 1) {
            first = Math.min(from, from(before));
            last = Math.max(to, to(before));
            since = entries.get(slot + 2);
        }
        // Meanwhile, readers find no writer.
        entries.set(slot + 1, 0);
        entries.set(slot, page);
        entries.set(slot + 2, since);
        entries.set(slot + 1, entry(thread, first, last));
    }

    /** Returns the last write to a value, which may cross a page; null if it is unknown. */
    Write last(long key, int bytes) {
        long last = key + bytes - 1;
        Write write = last(key >>> PAGE_BITS, key, Math.min(last, key | PAGE_BYTES - 1));
        if (write == null || last >>> PAGE_BITS == key >>> PAGE_BITS) {
            return write;
        }
        Write rest = last(last >>> PAGE_BITS, last & -PAGE_BYTES, last);
        return rest == null || rest.thread != write.thread ? null
            : new Write(write.thread, Math.min(write.since, rest.since));
    }

    private Write last(long page, long first, long last) {
        int slot = slot(page);
        long found = entries.get(slot) == page ? entries.get(slot + 1) : 0;
        boolean covered = from(found) <= (first & PAGE_BYTES - 1) && (last & PAGE_BYTES - 1) <= to(found);
        return covered && found != 0 ? new Write(thread(found), (int) entries.get(slot + 2)) : null;
    }

    private static int slot(long page) {
        return 3 * (int) (page * Keys.SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(LIMIT));
    }

    private static long entry(int thread, long from, long to) {
        return (long) thread << Integer.SIZE | from << Short.SIZE | to;
    }

    private static int thread(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    private static long from(long entry) {
        return entry >>> Short.SIZE & 0xFFFF;
    }

    private static long to(long entry) {
        return entry & 0xFFFF;
    }
}
