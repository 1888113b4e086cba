// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;

/**
 * Remembers for each page which thread last copied into it or filled it, and since when. Otherwise, a value whose first
 * write is a copy would seem to have no writer. A newer page replaces an older one. Thread-safe; a race may lose a
 * write.
 */
final class BulkWrites {
    /** Maximum number of pages, 256 MB. Only this many are remembered of a larger write. */
    private static final int LIMIT = 1 << 16;
    private static final int PAGE_BITS = 12;
    private static final int PAGE_BYTES = 1 << PAGE_BITS;

    private final AtomicReferenceArray<Write> pages = new AtomicReferenceArray<>(LIMIT);

    /**
     * The last bulk writes of a thread to a part of a page.
     *
     * @param since when the thread first wrote there; it may have written again later
     */
    record Write(int thread, int number, int since, long first, long last) {
        boolean covers(long from, long to) {
            return first <= from && to <= last;
        }

        Write withRange(long from, long to) {
            return new Write(thread, number, since, from, to);
        }
    }

    /** @param clock that of the writing thread */
    void add(long first, long count, Clock clock) {
        long last = first + Math.min(count, (long) LIMIT << PAGE_BITS) - 1;
        for (long page = first >>> PAGE_BITS; page <= last >>> PAGE_BITS; page++) {
            long start = page << PAGE_BITS;
            add(new Write(clock.thread(), clock.number(), clock.use(), Math.max(first, start),
                Math.min(last, start + PAGE_BYTES - 1)));
        }
    }

    /** Extends the last write to the page if the same thread continues it, and replaces it otherwise. */
    private void add(Write write) {
        int slot = slot(write.first);
        Write before = pages.get(slot);
        boolean continues = before != null && before.number == write.number
            && before.first <= write.last + 1 && write.first <= before.last + 1;
        if (!continues) {
            pages.set(slot, write);
        } else if (!before.covers(write.first, write.last)) {
            pages.set(slot, before.withRange(Math.min(before.first, write.first), Math.max(before.last, write.last)));
        }
    }

    /** Forgets earlier writes to a range. */
    void forget(long first, long count) {
        long last = first + count - 1;
        if (count > (long) LIMIT << PAGE_BITS) {
            for (int slot = 0; slot < LIMIT; slot++) {
                forget(slot, first, last);
            }
            return;
        }
        for (long page = first >>> PAGE_BITS; page <= last >>> PAGE_BITS; page++) {
            forget(slot(page << PAGE_BITS), first, last);
        }
    }

    /** Forgets the part of the last write that is in a range. If that splits the write, the longer part is kept. */
    private void forget(int slot, long first, long last) {
        Write write = pages.get(slot);
        if (write == null || last < write.first || write.last < first) {
            return;
        }
        long below = first - write.first;
        long above = write.last - last;
        Write rest = null;
        if (below >= above && below > 0) {
            rest = write.withRange(write.first, first - 1);
        } else if (above > 0) {
            rest = write.withRange(last + 1, write.last);
        }
        pages.compareAndSet(slot, write, rest);
    }

    /** Returns the last write to a value, which may cross a page; null if it is unknown. */
    Write last(long key, int bytes) {
        long last = key + bytes - 1;
        long start = last & -PAGE_BYTES;
        if (key >= start) {
            return last(key, last);
        }
        Write write = last(key, start - 1);
        Write rest = last(start, last);
        if (write == null || rest == null || rest.number != write.number) {
            return null;
        }
        return rest.since < write.since ? rest : write;
    }

    private Write last(long first, long last) {
        Write found = pages.get(slot(first));
        return found != null && found.covers(first, last) ? found : null;
    }

    private static int slot(long key) {
        return Keys.slot(key >>> PAGE_BITS, LIMIT);
    }
}
