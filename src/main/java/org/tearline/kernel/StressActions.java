package org.tearline.kernel;

import org.agrona.UnsafeApi;

/**
 * The actions that stressors are made of. A value is torn when its two halves arrive at different times, so each of
 * them puts one line of the value into another state than the other line. They store opaque bytes, never a part of the
 * value or its guards. Called by every reader or writer thread.
 */
public final class StressActions {
    private static final byte ANY = 2;
    private static final int PAUSE_MASK = 255;
    private static final int FOURTH_MASK = 3;

    private StressActions() {
    }

    /** Makes the line of the first byte this core's own, so that the other side's next access to it has to wait. */
    public static final class StoreFirst extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            UnsafeApi.putByteOpaque(null, first, ANY);
        }
    }

    /** Makes the line of the last byte this core's own: a store then finds its second half missing. */
    public static final class StoreSecond extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            UnsafeApi.putByteOpaque(null, second, ANY);
        }
    }

    /** The processor's spin-wait hint (PAUSE on x86-64): lets the other side act between two accesses. */
    public static final class SpinWait extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            Thread.onSpinWait();
        }
    }

    /** Writes the first line back to memory (CLWB or CLFLUSHOPT), so that the first half has to be fetched. */
    public static final class WritebackFirst extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            UnsafeApi.writebackMemory(first, 1L);
        }
    }

    /** Writes the last line back to memory, so that a load finds its first half at once and waits for the second. */
    public static final class WritebackSecond extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            UnsafeApi.writebackMemory(second, 1L);
        }
    }

    /** Writes the last line back before every fourth access: less cost for CPUs on which one write-back lasts. */
    public static final class WritebackSecondAtTimes extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            if ((round & FOURTH_MASK) == 0) {
                UnsafeApi.writebackMemory(second, 1L);
            }
        }
    }

    /**
     * Stores 0 to 255 times, once more with every access, to a line of this side's own: a pause of varying length that
     * also fills the store buffer, which a locked instruction has to drain before it can lock.
     */
    public static final class Linger extends Stress {
        private final Side side;

        /** Creates the pause of one side. */
        public Linger(Side side) {
            this.side = side;
        }

        @Override
        void before(long first, long second, long decoy, int round) {
            long own = decoy - side.belowDecoy;
            for (int i = round & PAUSE_MASK; i > 0; i--) {
                UnsafeApi.putByteOpaque(null, own, ANY);
            }
        }
    }

    /** Whose line a {@link Linger} stores to; the lines are far enough apart for every known line size. */
    public enum Side {
        READER(512),
        WRITER(1_024);

        private final long belowDecoy;

        Side(long belowDecoy) {
            this.belowDecoy = belowDecoy;
        }
    }

    /**
     * Stores 0 to 255 times, once more with every access, to a third line that the other side fights for. The pause
     * varies in length, so the phase between the two sides never locks into a step in which nothing can be seen.
     */
    public static final class Decoy extends Stress {
        @Override
        void before(long first, long second, long decoy, int round) {
            for (int i = round & PAUSE_MASK; i > 0; i--) {
                UnsafeApi.putByteOpaque(null, decoy, ANY);
            }
        }
    }
}
