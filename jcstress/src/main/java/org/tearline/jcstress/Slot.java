// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A state: eight bytes off-heap at one placement, holding {@link Values#BEFORE}, seen as an address, as an Agrona
 * buffer and as a JDK buffer. Made by one thread; then the writer, the reader and the arbiter share it.
 *
 * <p>The nested classes are the placements. Each goes through its offsets from state to state, and the offset is part
 * of what the reader reports: so a report shows at which offset it tore.
 */
public abstract class Slot {

    /** Bytes from the start of the line, or of the page for {@link PageCrossing}. */
    final int offset;

    final long address;
    final UnsafeBuffer buffer;
    final ByteBuffer bytes;

    /** Says where in {@link #buffer} and {@link #bytes} the value starts. */
    final int index;

    /** The two torn values that hardware can leave here: it cuts at multiples of eight. Aligned: in the middle. */
    final long newFirst;
    final long oldFirst;

    private Slot(Slab slab, int[] offsets) {
        int slot = slab.take();
        offset = offsets[slot % offsets.length];
        index = slab.index(slot) + offset;
        address = slab.address + index;
        buffer = slab.buffer;
        bytes = slab.bytes;
        int seam = offset % Long.BYTES == 0 ? Long.BYTES / 2 : Long.BYTES - offset % Long.BYTES;
        newFirst = Values.mixture(Values.AFTER, Values.BEFORE, seam);
        oldFirst = Values.mixture(Values.BEFORE, Values.AFTER, seam);
        bytes.putLong(index, Values.BEFORE);
    }

    /** Any multiple of the width in the line. */
    public abstract static class Aligned extends Slot {
        private static final int[] OFFSETS = IntStream.range(0, Slab.LINE_BYTES / Long.BYTES)
            .map(i -> i * Long.BYTES).toArray();

        Aligned() {
            super(Slab.Lines.SLAB, OFFSETS);
        }
    }

    /**
     * Across each 8-byte boundary inside a line, half and half; across the 32-byte boundary at every other seam
     * too, for that is where some cores cut a store in two.
     */
    public abstract static class InsideLine extends Slot {
        private static final int[] OFFSETS = IntStream.concat(insideLine(Long.BYTES), IntStream.of(25, 31))
            .sorted().toArray();

        InsideLine() {
            this(OFFSETS);
        }

        private InsideLine(int[] offsets) {
            super(Slab.Lines.SLAB, offsets);
        }
    }

    /** Every offset at which the value has bytes on both sides of the end of the line. */
    public abstract static class LineCrossing extends Slot {
        private static final int[] OFFSETS = crossing(Slab.LINE_BYTES, Long.BYTES);

        LineCrossing() {
            this(OFFSETS);
        }

        private LineCrossing(int[] offsets) {
            super(Slab.Lines.SLAB, offsets);
        }
    }

    /** Every offset at which the value has bytes on two pages: two lines and two translations. */
    public abstract static class PageCrossing extends Slot {
        private static final int[] OFFSETS = crossing(Slab.PAGE_BYTES, Long.BYTES);

        PageCrossing() {
            super(Slab.Pages.SLAB, OFFSETS);
        }
    }

    /** An int across an 8-byte boundary inside a line. */
    public abstract static class IntInsideLine extends InsideLine {
        private static final int[] OFFSETS = insideLine(Integer.BYTES).toArray();

        IntInsideLine() {
            super(OFFSETS);
        }
    }

    /** An int across the end of the line. */
    public abstract static class IntLineCrossing extends LineCrossing {
        private static final int[] OFFSETS = crossing(Slab.LINE_BYTES, Integer.BYTES);

        IntLineCrossing() {
            super(OFFSETS);
        }
    }

    /** A short across an 8-byte boundary inside a line. */
    public abstract static class ShortInsideLine extends InsideLine {
        private static final int[] OFFSETS = insideLine(Short.BYTES).toArray();

        ShortInsideLine() {
            super(OFFSETS);
        }
    }

    /** A short across the end of the line. */
    public abstract static class ShortLineCrossing extends LineCrossing {
        private static final int[] OFFSETS = crossing(Slab.LINE_BYTES, Short.BYTES);

        ShortLineCrossing() {
            super(OFFSETS);
        }
    }

    private static IntStream insideLine(int widthBytes) {
        return IntStream.range(1, Slab.LINE_BYTES / Long.BYTES).map(i -> i * Long.BYTES - widthBytes / 2);
    }

    private static int[] crossing(int boundary, int widthBytes) {
        return IntStream.range(boundary - widthBytes + 1, boundary).toArray();
    }
}
