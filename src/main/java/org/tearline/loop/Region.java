// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.agrona.UnsafeApi;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * Page-aligned bytes with known addresses, in slots: two pages to test in, with guard bytes before and behind them, and
 * a page of zeros for stressors. The effect of a stressor differs between physical pages, so a trial moves from slot to
 * slot. As many slots are for controls and calibration, which cannot overwrite a tested value or its guards. Behind the
 * last slot lie pages that stressors read. Opened, closed and checked by one thread.
 */
public final class Region implements AutoCloseable {
    /** How many slots a trial has: prime, so that stressors tried in turn come to other slots in every turn. */
    public static final int SLOTS = 11;
    /** The first of the slots that no trial uses; there are as many of them. */
    public static final int CONTROL_SLOT = SLOTS;
    /** How many bytes on either side of a value are guarded: one more value would fit, so its overrun is seen. */
    public static final int GUARD_BYTES = 8;

    /**
     * How far a stressor may read behind any byte of a slot: 96 times 4 KiB, so that it finds 96 lines which share a
     * set of the first-level cache with the value's. Zen 5 needs 64. With 96 there are two to ten times as many tears,
     * with 128 no more.
     */
    public static final int BEHIND_BYTES = 96 * 4_096;

    private static final byte GUARD = 1;
    private static final int PAGES_PER_SLOT = 3;
    private static final int ALL_SLOTS = 2 * SLOTS;

    private final int pageBytes;
    private final Pages pages;
    private final long base;

    private Region(Pages pages, int pageBytes) {
        this.pages = pages;
        this.pageBytes = pageBytes;
        this.base = pages.address() + pageBytes;
    }

    /** Maps a file of its own for mapped memory. */
    public static Region open(Memory memory, int pageBytes) {
        if (memory != Memory.MAPPED) {
            return open(memory, pageBytes, null);
        }
        try (MappedFile file = MappedFile.temporary(bytes(pageBytes))) {
            return open(memory, pageBytes, file.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** File is for mapped memory alone, and at least {@link #bytes} long. */
    public static Region open(Memory memory, int pageBytes, Path file) {
        Region region = join(memory, pageBytes, file);
        region.clear();
        return region;
    }

    /** Maps the pages that another process has filled. */
    public static Region join(Memory memory, int pageBytes, Path file) {
        try {
            return new Region(Pages.take(memory, bytes(pageBytes), pageBytes, file), pageBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static long bytes(int pageBytes) {
        return (long) pages(pageBytes) * pageBytes;
    }

    /** Bytes from the first slot. */
    public long slot(int index) {
        return (long) index * PAGES_PER_SLOT * pageBytes;
    }

    /** The address of offset 0: page-aligned, with a whole page before it. */
    public long base() {
        return base;
    }

    /** What the accesses of this memory take for an offset from {@link #base}. */
    public long position(long offset) {
        return pages.position() + pageBytes + offset;
    }

    /** What positions count from; null for an address. */
    public Object object() {
        return pages.base();
    }

    /** An array on the heap may move. */
    public boolean inPlace() {
        return pages.inPlace();
    }

    public boolean guardsIntact(long offset, Width width) {
        long start = base + offset;
        return isGuard(start - GUARD_BYTES) && isGuard(start + width.bytes());
    }

    /** Stores plainly; the value of a vector is what is in each of its lanes. */
    public static void put(long address, Width width, long value) {
        switch (width) {
            case SHORT -> UnsafeApi.putShort(address, (short) value);
            case INT -> UnsafeApi.putInt(address, (int) value);
            case LONG -> UnsafeApi.putLong(address, value);
            case VECTOR_16, VECTOR_32, VECTOR_64 -> {
                for (int lane = 0; lane < width.words(); lane++) {
                    UnsafeApi.putLong(address + (long) lane * Long.BYTES, value);
                }
            }
        }
    }

    /** Makes all of it guard bytes and zeros; no other thread may use it meanwhile. */
    public void clear() {
        UnsafeApi.setMemory(base - pageBytes, bytes(pageBytes), GUARD);
        for (int i = 0; i < ALL_SLOTS; i++) {
            long lastPage = base + slot(i + 1) - pageBytes;
            UnsafeApi.setMemory(lastPage + GUARD_BYTES, pageBytes - 2 * GUARD_BYTES, (byte) 0);
        }
    }

    @Override
    public void close() {
        pages.close();
    }

    /** All slots, a page before the first for its guard bytes, and what may be read behind the last. */
    private static int pages(int pageBytes) {
        return 1 + ALL_SLOTS * PAGES_PER_SLOT + (BEHIND_BYTES + pageBytes - 1) / pageBytes;
    }

    private static boolean isGuard(long address) {
        for (int i = 0; i < GUARD_BYTES; i++) {
            if (UnsafeApi.getByte(address + i) != GUARD) {
                return false;
            }
        }
        return true;
    }
}
