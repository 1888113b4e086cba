package org.tearline.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;

/**
 * Page-aligned off-heap bytes with known addresses. Several slots of the same shape: two pages to test in, with guard
 * bytes before and behind them, and a page of zeros for stressors. The effect of a stressor differs between physical
 * pages, so a trial moves from slot to slot. The same number of slots is for controls, calibration and everything else
 * that is not the trial itself, so that none of it can overwrite a tested value or its guards. Behind the last slot lie
 * pages that stressors read. Opened, closed and checked by one thread; others may access the bytes while it is open.
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

    private final Memory memory;
    private final int pageBytes;
    private final long rawBlock;
    private final ByteBuffer buffer;
    private final UnsafeBuffer agrona;
    private final long base;

    private Region(Memory memory, int pageBytes, long rawBlock, ByteBuffer buffer, long firstPage) {
        this.memory = memory;
        this.pageBytes = pageBytes;
        this.rawBlock = rawBlock;
        this.buffer = buffer;
        this.agrona = buffer == null ? null : new UnsafeBuffer(buffer);
        this.base = firstPage + pageBytes;
        clear();
    }

    /** Allocates the pages of one kind of memory and fills them with guard bytes. */
    public static Region open(Memory memory, int pageBytes) {
        if (memory == Memory.UNSAFE) {
            long block = UnsafeApi.allocateMemory((long) (pages(pageBytes) + 1) * pageBytes);
            return new Region(memory, pageBytes, block, null, (block + pageBytes - 1) & -pageBytes);
        }
        ByteBuffer pages = ByteBuffer.allocateDirect((pages(pageBytes) + 1) * pageBytes).alignedSlice(pageBytes)
            .order(ByteOrder.nativeOrder());
        return new Region(memory, pageBytes, 0, pages, new UnsafeBuffer(pages).addressOffset());
    }

    /** Where a slot begins, in bytes from the first. */
    public long slot(int index) {
        return (long) index * PAGES_PER_SLOT * pageBytes;
    }

    /** The address of offset 0: page-aligned, with a whole page before it. */
    public long base() {
        return base;
    }

    /** What the accesses of this kind of memory take as position: an address for unsafe, an index for buffers. */
    public long position(long offset) {
        return memory == Memory.UNSAFE ? base + offset : pageBytes + offset;
    }

    /** The JDK's view of the bytes, in native order; null for unsafe. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Agrona's view of the bytes; null for unsafe. */
    public UnsafeBuffer agrona() {
        return agrona;
    }

    /** Whether the guard bytes on both sides of a value at this offset are untouched. */
    public boolean guardsIntact(long offset, Width width) {
        long start = base + offset;
        return isGuard(start - GUARD_BYTES) && isGuard(start + width.bytes());
    }

    /** Makes all of it guard bytes and zeros again; no other thread may use it meanwhile. */
    public void clear() {
        UnsafeApi.setMemory(base - pageBytes, (long) pages(pageBytes) * pageBytes, GUARD);
        for (int i = 0; i < ALL_SLOTS; i++) {
            long lastPage = base + slot(i + 1) - pageBytes;
            UnsafeApi.setMemory(lastPage + GUARD_BYTES, pageBytes - 2 * GUARD_BYTES, (byte) 0);
        }
    }

    @Override
    public void close() {
        if (memory == Memory.UNSAFE) {
            UnsafeApi.freeMemory(rawBlock);
        }
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
