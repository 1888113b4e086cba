// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.loop.VarHandles.Segments;
import org.tearline.machine.MappedFile;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * Page-aligned memory with known addresses, divided into slots. A slot has two pages for values, with guard bytes on
 * both sides, and a page of zeros for stressors. A trial moves between slots, because the effect of a stressor depends
 * on the physical pages. As many slots follow for all other rounds, so they cannot overwrite a tested value or its
 * guards. Stressors read the pages after the last slot. Not thread-safe.
 */
public record Region(Pages pages, int pageBytes) implements AutoCloseable {
    /** The number of slots for a trial. A stressor moves to the next slot with each of its slices. */
    public static final int SLOTS = 11;
    /**
     * The first of the slots for everything but the trial itself: controls, calibration, rounds with planted values for
     * a cas reader, and warm-up.
     */
    public static final int CONTROL_SLOT = SLOTS;
    /** Guard bytes on either side of a value: as many as a long has, to detect a store that overruns the value. */
    static final int GUARD_BYTES = 8;

    /**
     * How far past any byte of a slot a stressor may read: 96 times 4 KiB, so 96 lines share a set of the first-level
     * cache with the value's line. Zen 5 needs 64 such lines. With 96 there are two to ten times as many tears as with
     * 64; 128 cause no more.
     */
    static final int BEHIND_BYTES = 96 * 4_096;

    /** Not 0, see {@link StressAction.EvictSecond}; and the second bit is 0, for {@link GuardedAccesses.Seqlock}. */
    private static final byte GUARD = 1;
    private static final int PAGES_PER_SLOT = 3;

    /** Opens a region. Mapped memory uses a temporary file, which is deleted once it is mapped. */
    public static Region open(Memory memory, int pageBytes) {
        try (MappedFile file = temporaryFile(memory, pageBytes)) {
            return open(memory, pageBytes, MappedFile.nameOf(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a region. Only mapped memory uses the file, which must have {@link #bytes} bytes or more. */
    public static Region open(Memory memory, int pageBytes, MappedFile.Name file) {
        Region region = join(memory, pageBytes, file);
        region.initialize();
        return region;
    }

    /** Opens a region without initializing it, for a file that another process has initialized. */
    public static Region join(Memory memory, int pageBytes, MappedFile.Name file) {
        try {
            return new Region(Pages.allocate(memory, bytes(pageBytes), pageBytes, file), pageBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static long bytes(int pageBytes) {
        // A page of guards, the pages of all slots, and as many as BEHIND_BYTES take.
        int pages = 1 + 2 * SLOTS * PAGES_PER_SLOT + (BEHIND_BYTES + pageBytes - 1) / pageBytes;
        return (long) pages * pageBytes;
    }

    /** Creates a temporary file for mapped memory; returns null for other memory. */
    public static MappedFile temporaryFile(Memory memory, int pageBytes) throws IOException {
        if (memory != Memory.MAPPED) {
            return null;
        }
        return MappedFile.temporary(bytes(pageBytes));
    }

    /** Offset of a slot from the first one, in bytes. */
    public long slot(int index) {
        return (long) index * PAGES_PER_SLOT * pageBytes;
    }

    /** The page-aligned address of offset 0, after a page of guards. Wrong once an array on the heap has moved. */
    public long base() {
        return pages.address() + pageBytes;
    }

    /** Converts an offset from {@link #base} to the position that the accesses to this memory take. */
    long position(long offset) {
        return pages.position() + pageBytes + offset;
    }

    /** The object that positions are relative to; null if they are addresses. */
    public Object object() {
        return pages.base();
    }

    /** Whether the memory is still at its initial address; an array on the heap may move. */
    public boolean inPlace() {
        return pages.inPlace();
    }

    public boolean guardsIntact(long offset, Width width) {
        long start = base() + offset;
        return isGuard(start - GUARD_BYTES) && isGuard(start + width.bytes());
    }

    /** Stores a value; in a vector, stores it in every lane. */
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

    /** Fills the region with guards, and the last page of each slot with zeros. No other thread may use the region. */
    public void initialize() {
        UnsafeApi.setMemory(pages.address(), bytes(pageBytes), GUARD);
        for (int i = 0; i < 2 * SLOTS; i++) {
            long lastPage = pages.address() + slot(i + 1);
            // The ends of the page guard the values at the end of this slot and at the start of the next one.
            UnsafeApi.setMemory(lastPage + GUARD_BYTES, pageBytes - 2 * GUARD_BYTES, (byte) 0);
        }
    }

    @Override
    public void close() {
        pages.close();
    }

    private static boolean isGuard(long address) {
        return LongStream.range(address, address + GUARD_BYTES).allMatch(each -> UnsafeApi.getByte(each) == GUARD);
    }

    /**
     * Whole pages of one kind of memory.
     *
     * @param base     the buffer, array or handles that positions are relative to; null if they are addresses
     * @param position position of the first byte: an address, an index, or an offset in an array
     * @param address  address of the first byte, which starts a page
     * @param owner    the buffer or array that keeps the memory alive, or what to release: an arena, or a block outside
     *                 the heap by its address
     */
    record Pages(Object base, long position, long address, Object owner) implements AutoCloseable {

        /** An array on the heap, and the address at which it was. */
        private record Placed(byte[] array, long start) {
        }

        /** An array that still moves after this many collections will keep moving. A young one moves up to 15 times. */
        private static final int MAX_COLLECTIONS = 50;
        /** Arbitrary; stored through the array's reference, then read at its supposed address. */
        private static final long MARK = 0x5ca1ab1e_0ddba11L;

        /** Allocates or maps the pages. Only mapped memory uses the file. */
        static Pages allocate(Memory memory, long bytes, int pageBytes, MappedFile.Name file) throws IOException {
            return switch (memory) {
                case UNSAFE -> {
                    long block = UnsafeApi.allocateMemory(bytes + pageBytes);
                    long first = BitUtil.align(block, pageBytes);
                    yield new Pages(null, first, first, block);
                }
                case DIRECT -> {
                    UnsafeBuffer buffer = new UnsafeBuffer(direct(bytes, pageBytes));
                    yield new Pages(buffer, 0, buffer.addressOffset(), buffer);
                }
                case BYTEBUFFER -> {
                    ByteBuffer buffer = direct(bytes, pageBytes);
                    yield new Pages(buffer, 0, new UnsafeBuffer(buffer).addressOffset(), buffer);
                }
                case HEAP -> onHeap(new byte[(int) bytes + pageBytes], pageBytes);
                case HEAPBUFFER -> inHeapBuffer(bytes, pageBytes);
                case HEAPVIEW -> throw new IllegalArgumentException(memory + " is not supported");
                case SEGMENT -> Segments.allocate(bytes, pageBytes);
                case MAPPED -> {
                    try (FileChannel channel = file.open()) {
                        MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
                        long address = new UnsafeBuffer(buffer).addressOffset();
                        yield new Pages(null, address, address, buffer);
                    }
                }
            };
        }

        boolean inPlace() {
            return !(owner instanceof Placed placed) || placed.start == addressOf(placed.array);
        }

        @Override
        public void close() {
            if (owner instanceof Long block) {
                UnsafeApi.freeMemory(block);
            } else if (owner instanceof AutoCloseable arena) {
                try {
                    arena.close();
                } catch (Exception e) {
                    throw new IllegalStateException("cannot close the arena of a segment", e);
                }
            }
        }

        private static ByteBuffer direct(long bytes, int pageBytes) {
            return ByteBuffer.allocateDirect((int) bytes + pageBytes)
                .alignedSlice(pageBytes)
                .order(ByteOrder.nativeOrder());
        }

        /** Collects garbage until the array stays in place. Fails if this JVM does not reveal object addresses. */
        private static Pages onHeap(byte[] array, int pageBytes) {
            // Two collections could move a young array away and back.
            int unmoved = 0;
            for (int i = 0; unmoved < 2; i++) {
                if (i == MAX_COLLECTIONS) {
                    throw new IllegalStateException("an array on the heap moves in every collection");
                }
                long before = addressOf(array);
                collect();
                if (addressOf(array) == before) {
                    unmoved++;
                } else {
                    unmoved = 0;
                }
            }
            long start = addressOf(array);
            long first = BitUtil.align(start + UnsafeApi.arrayBaseOffset(byte[].class), pageBytes);
            Pages pages = new Pages(array, first - start, first, new Placed(array, start));
            UnsafeApi.putLong(array, pages.position, MARK);
            if (UnsafeApi.getLong(first) != MARK) {
                throw new IllegalStateException("an array on the heap is not at the address in its reference");
            }
            return pages;
        }

        /** Positions are indexes, which count from the array's first byte. */
        private static Pages inHeapBuffer(long bytes, int pageBytes) {
            ByteBuffer buffer = ByteBuffer.allocate((int) bytes + pageBytes).order(ByteOrder.nativeOrder());
            Pages pages = onHeap(buffer.array(), pageBytes);
            return new Pages(buffer, pages.position - UnsafeApi.arrayBaseOffset(byte[].class), pages.address,
                pages.owner);
        }

        /**
         * Collects garbage. The JVM defers a collection while another thread is in a critical region of JNI, for
         * example to decompress a class; the array would move later. Waits at most a second for that to end.
         */
        private static void collect() {
            WeakReference<Object> garbage = new WeakReference<>(new Object());
            System.gc();
            for (int i = 0; i < 1_000 && !garbage.refersTo(null); i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                System.gc();
            }
        }

        /**
         * Returns the array's reference as an address, which is wrong if the collector stores metadata in references.
         * Throws an IllegalStateException if references are compressed.
         */
        private static long addressOf(byte[] array) {
            if (UnsafeApi.arrayIndexScale(Object[].class) != Long.BYTES) {
                throw new IllegalStateException("finding the address of an array needs -XX:-UseCompressedOops");
            }
            return UnsafeApi.getLong(new Object[] {array}, UnsafeApi.arrayBaseOffset(Object[].class));
        }
    }
}
