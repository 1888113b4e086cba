// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.agrona.UnsafeApi.compareAndExchangeLong;
import static org.agrona.UnsafeApi.compareAndSetLong;
import static org.agrona.UnsafeApi.getAndAddLong;
import static org.agrona.UnsafeApi.getAndSetLong;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.agrona.UnsafeApi.putLong;
import static org.agrona.UnsafeApi.putLongOpaque;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;
import static org.tearline.jcstress.Value.AFTER;
import static org.tearline.jcstress.Value.BEFORE;
import static org.tearline.jcstress.Value.STEP;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.State;

/**
 * The tested state: eight off-heap bytes, initially {@link Value#BEFORE}. Successive states cycle through all places
 * and memories. Created by one thread, then shared by writer and reader. The methods access the value through a raw
 * address or through Agrona's buffer.
 *
 * <p>jcstress creates a state per sample and does not report when it drops one, so slots are reused after
 * {@link #PAGES} pages. jcstress keeps strideSize x strideCount states. Two threads, at most one round apart, replace
 * each state once per round, so twice that number of slots suffices.
 */
@State
public class Slot {

    /** The API used for an access. */
    enum Memory {
        /** Agrona's UnsafeApi with a raw address. */
        UNSAFE,
        /** Agrona's UnsafeBuffer over a direct ByteBuffer. */
        DIRECT,
        /** The JDK's direct ByteBuffer. */
        BYTEBUFFER
    }

    /** The placement of a value. */
    enum Place {
        /** At a multiple of its width. */
        ALIGNED(LINE_BYTES),
        /** Inside a line, at 28: across a multiple of 8, of 16 and of 32. */
        INSIDE(LINE_BYTES + 28),
        /** Across two lines, at 60. */
        LINE(2 * LINE_BYTES - Long.BYTES / 2),
        /** Across two pages, at 4092. */
        PAGE(BLOCK_BYTES - Long.BYTES / 2);

        /** Bytes from the start of a block. */
        private final int offset;

        Place(int offset) {
            this.offset = offset;
        }
    }

    /** The line size of every x86-64 CPU. Aligned values, which are tested on all CPUs, do not depend on it. */
    static final int LINE_BYTES = 64;
    static final int PAGE_BYTES = 4096;

    static final ByteBuffer BYTES;

    /** A page has four slots, one per place; the last one ends in the next page. Slots share no line. */
    private static final int BLOCKS = 4;
    private static final int BLOCK_BYTES = PAGE_BYTES / BLOCKS;

    /**
     * Enough for twice jcstress's default of 40 strides of 256 states, plus a reserve. The options of a run must not
     * exceed this default.
     */
    private static final int PAGES = (2 * 40 * 256 + 512) / BLOCKS;

    private static final boolean X86 = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
    /** CPUs other than x86 may fault on misaligned accesses. */
    static final Place[] PLACES = X86 ? Place.values() : new Place[] {Place.ALIGNED};
    private static final UnsafeBuffer BUFFER;
    private static final long START;
    private static final AtomicInteger TAKEN = new AtomicInteger();

    static {
        // One page more for the alignment, and one in which the last slot ends.
        BYTES = ByteBuffer.allocateDirect((PAGES + 2) * PAGE_BYTES).alignedSlice(PAGE_BYTES)
            .order(ByteOrder.nativeOrder());
        BUFFER = new UnsafeBuffer(BYTES);
        START = BufferUtil.address(BYTES);
    }

    final Memory memory;
    final Place place;
    final long address;
    final UnsafeBuffer buffer = BUFFER;

    /** Offset of the value in the buffer. */
    final int index;

    /** Takes the next slot, for accesses through a raw address or through Agrona's buffer. */
    public Slot() {
        this(PLACES, Memory.UNSAFE, Memory.DIRECT);
    }

    Slot(Place[] places, Memory... memories) {
        // The mask keeps the number positive when the counter overflows.
        int number = TAKEN.getAndIncrement() & Integer.MAX_VALUE;
        int page = number / BLOCKS;
        // Rotates the places so that the first sample after both threads have waited is not always at the same place.
        int block = (number + page) % BLOCKS;
        place = places[block % places.length];
        memory = memories[page / BLOCKS % memories.length];
        index = page % PAGES * PAGE_BYTES + block * BLOCK_BYTES + place.offset;
        address = START + index;
        BYTES.putLong(index, BEFORE);
    }

    /** A slot in the JDK's buffer, for plain accesses. */
    @State
    public static class Jdk extends Slot {
        public Jdk() {
            super(PLACES, Memory.BYTEBUFFER);
        }
    }

    /** An aligned slot in the JDK's buffer. */
    @State
    public static class JdkAligned extends Slot {
        public JdkAligned() {
            super(new Place[] {Place.ALIGNED}, Memory.BYTEBUFFER);
        }
    }

    final void putPlain() {
        if (memory == Memory.UNSAFE) {
            putLong(null, address, AFTER);
        } else {
            buffer.putLong(index, AFTER);
        }
    }

    final void putOpaque() {
        if (memory == Memory.UNSAFE) {
            putLongOpaque(null, address, AFTER);
        } else {
            buffer.putLongOpaque(index, AFTER);
        }
    }

    final void putOrdered() {
        if (memory == Memory.UNSAFE) {
            putLongRelease(null, address, AFTER);
        } else {
            buffer.putLongRelease(index, AFTER);
        }
    }

    final void putVolatile() {
        if (memory == Memory.UNSAFE) {
            putLongVolatile(null, address, AFTER);
        } else {
            buffer.putLongVolatile(index, AFTER);
        }
    }

    final void cas() {
        if (memory == Memory.UNSAFE) {
            compareAndSetLong(null, address, BEFORE, AFTER);
        } else {
            buffer.compareAndSetLong(index, BEFORE, AFTER);
        }
    }

    final void getAndSet() {
        if (memory == Memory.UNSAFE) {
            getAndSetLong(null, address, AFTER);
        } else {
            buffer.getAndSetLong(index, AFTER);
        }
    }

    final void getAndAdd() {
        if (memory == Memory.UNSAFE) {
            getAndAddLong(null, address, STEP);
        } else {
            buffer.getAndAddLong(index, STEP);
        }
    }

    final long getPlain() {
        return memory == Memory.UNSAFE ? getLong(null, address)
            : buffer.getLong(index);
    }

    final long getVolatile() {
        return memory == Memory.UNSAFE ? getLongVolatile(null, address)
            : buffer.getLongVolatile(index);
    }

    /** A locked read: exchanges the initial value for itself. */
    final long exchange() {
        return memory == Memory.UNSAFE ? compareAndExchangeLong(null, address, BEFORE, BEFORE)
            : buffer.compareAndExchangeLong(index, BEFORE, BEFORE);
    }
}
