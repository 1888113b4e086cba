// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One page-aligned direct buffer that hands out slots to states, round and round. Slots may be taken by any thread.
 *
 * <p>jcstress makes a new state for every sample and never says when it drops one, so a slot is never given back: it is
 * used again after {@link #SLOTS} others. That is safe as long as jcstress drops a state before then. jcstress keeps
 * strideSize x strideCount states and replaces each once in a round, in two threads that may drift apart by a round at
 * most. So twice that number is enough, and some for the states of its start-up checks.
 */
final class Slab {

    /** Bytes of a cache line: sysfs where there is one, else the 64 of every x86. */
    static final int LINE_BYTES = lineBytes();
    static final int PAGE_BYTES = UnsafeApi.pageSize();

    /** States alive at once: jcstress' default of 40 strides of 256. Its options must not ask for more in all. */
    private static final int LIVE_STATES = 40 * 256;
    private static final int SLOTS = 2 * LIVE_STATES + 512;

    final ByteBuffer bytes;
    final UnsafeBuffer buffer;
    final long address;

    private final int slotBytes;
    private final AtomicInteger taken = new AtomicInteger();

    private Slab(int slotBytes) {
        this.slotBytes = slotBytes;
        // A page more at each end: one to align the start, one for the last slot's half behind its page.
        bytes = ByteBuffer.allocateDirect(SLOTS * slotBytes + 2 * PAGE_BYTES)
            .alignedSlice(PAGE_BYTES).order(ByteOrder.nativeOrder());
        buffer = new UnsafeBuffer(bytes);
        address = BufferUtil.address(bytes);
    }

    /** Returns the number of the next slot, counted up without end; {@link #index} says where that is. */
    int take() {
        return taken.getAndIncrement() & Integer.MAX_VALUE;
    }

    /** Returns the first byte of a slot in the buffer. */
    int index(int slot) {
        return slot % SLOTS * slotBytes;
    }

    /** Slots of two lines, the second one for the value that crosses: no two slots share a line. */
    static final class Lines {
        static final Slab SLAB = new Slab(2 * LINE_BYTES);

        private Lines() {
        }
    }

    /**
     * Slots of one page, each used at its very end and at the start of the page behind it: no two slots share a
     * line. Some 84 MB with pages of 4 KiB, so it is there only for the tests that cross pages.
     */
    static final class Pages {
        static final Slab SLAB = new Slab(PAGE_BYTES);

        private Pages() {
        }
    }

    private static int lineBytes() {
        try {
            Path file = Path.of("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size");
            return Integer.parseInt(Files.readString(file).strip());
        } catch (IOException | NumberFormatException absent) {
            return 64;
        }
    }
}
