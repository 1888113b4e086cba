package org.tearline.kernel;

import org.agrona.UnsafeApi;

/**
 * The actions that stressors are made of. A value is torn when its two halves arrive at different times, so each of
 * them puts one line of the value into another state than the other line. They store opaque bytes, never a part of the
 * value or its guards. Called by every reader or writer thread.
 */
public final class StressActions {
    private static final byte ANY = 2;
    private static final int FOURTH_MASK = 3;

    private StressActions() {
    }

    /** Makes the line of the first byte this core's own, so that the other side's next access to it has to wait. */
    public static final class StoreFirst extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            UnsafeApi.putByteOpaque(null, first, ANY);
        }
    }

    /** Makes the line of the last byte this core's own: a store then finds its second half missing. */
    public static final class StoreSecond extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            UnsafeApi.putByteOpaque(null, second, ANY);
        }
    }

    /** The processor's spin-wait hint (PAUSE on x86-64): lets the other side act between two accesses. */
    public static final class SpinWait extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            Thread.onSpinWait();
        }
    }

    /** Writes the first line back to memory (CLWB or CLFLUSHOPT), so that the first half has to be fetched. */
    public static final class WritebackFirst extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            UnsafeApi.writebackMemory(late(first, apart), 1L);
        }
    }

    /** Writes the last line back to memory, so that a load finds its first half at once and waits for the second. */
    public static final class WritebackSecond extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            UnsafeApi.writebackMemory(late(second, apart), 1L);
        }
    }

    /** Writes the last line back before every fourth access: less cost for CPUs on which one write-back lasts. */
    public static final class WritebackSecondAtTimes extends Stress {
        @Override
        void before(long first, long second, long apart, int round) {
            if ((round & FOURTH_MASK) == 0) {
                UnsafeApi.writebackMemory(late(second, apart), 1L);
            }
        }
    }

    /**
     * Adds to a word of this side's own line 0 to 63 times, once more with every access. Each add is locked, so it
     * holds back what follows until it is done: a pause that grows in steps of some nanoseconds, and so takes the two
     * sides through every phase.
     */
    public static final class Stagger extends Stress {
        private static final int STEPS_MASK = 63;

        private final Side side;

        /** Creates the pause of one side. */
        public Stagger(Side side) {
            this.side = side;
        }

        @Override
        void before(long first, long second, long apart, int round) {
            for (int i = round & STEPS_MASK; i > 0; i--) {
                UnsafeApi.getAndAddInt(null, apart - side.ownLine, 1);
            }
        }
    }

    /** Whose line a {@link Stagger} adds to; they are far enough from each other for every known line size. */
    public enum Side {
        READER(512),
        WRITER(1_024);

        private final long ownLine;

        Side(long ownLine) {
            this.ownLine = ownLine;
        }
    }

    /**
     * The address plus a zero out of memory, so that the core learns late which line is written back. Presumably the
     * load of the value then goes ahead of the write-back and is caught with one of its lines gone; where the address
     * is in a register, it waits. Measured on Zen 4 with a CAS writer: no tear in 10^6 changes with addresses in
     * registers, one in two to ten changes with these.
     */
    private static long late(long address, long apart) {
        return address + UnsafeApi.getByteOpaque(null, apart);
    }
}
