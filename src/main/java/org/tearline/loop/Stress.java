// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.agrona.UnsafeApi;

/**
 * What a thread does before each of its accesses to make a tear likelier, by bringing the two halves of the value into
 * different cache states. Implementations hold no mutable state and touch neither the value nor its guard bytes.
 */
public abstract class Stress {

    /**
     * Acts before an access.
     *
     * @param first  address of a free byte in the line of the value's first byte
     * @param second address of a free byte in the line of its last byte
     * @param zeros  address of zeros in a line that has nothing to do with the value; below it the reader has a line of
     *               its own
     * @param round  counts the accesses of a batch
     */
    abstract void before(long first, long second, long zeros, int round);

    /** Actions of one kind need the same instruction: on a machine that lacks it, all of them kill. */
    Class<?> kind() {
        return getClass();
    }

    /** Does nothing before an access. Compiles to nothing. */
    public static final class Idle extends Stress {
        @Override
        void before(long first, long second, long zeros, int round) {
            // Nothing is what it is for.
        }
    }

    private static final byte ANY = 2;

    /** Makes the line of the first byte this core's own, so that the other side's next access to it has to wait. */
    public static final class StoreFirst extends Stress {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.putByteOpaque(null, first, ANY);
        }
    }

    /** Makes the line of the last byte this core's own: a store then finds its second half missing. */
    public static final class StoreSecond extends Stress {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.putByteOpaque(null, second, ANY);
        }
    }

    /** The processor's spin-wait hint (PAUSE on x86-64): lets the other side act between two accesses. */
    public static final class SpinWait extends Stress {
        @Override
        void before(long first, long second, long zeros, int round) {
            Thread.onSpinWait();
        }
    }

    /**
     * Writes a line back to memory: CLWB, CLFLUSHOPT or CLFLUSH on x86-64, DC CVAP on AArch64. QEMU 7.2 says that its
     * CPU {@code max} has the latter, and kills whoever uses it.
     */
    abstract static class Writeback extends Stress {
        @Override
        final Class<?> kind() {
            return Writeback.class;
        }
    }

    /** Writes the first line back to memory, so that the first half has to be fetched. */
    public static final class WritebackFirst extends Writeback {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.writebackMemory(late(first, zeros), 1L);
        }
    }

    /** Writes the last line back to memory, so that a load finds its first half at once and waits for the second. */
    public static final class WritebackSecond extends Writeback {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.writebackMemory(late(second, zeros), 1L);
        }
    }

    /**
     * Adds to a word of the reader's own line 0 to 63 times, once more with every access. Each add is locked, so it
     * holds back what follows until it is done: a pause that grows in steps of some nanoseconds, and so takes the two
     * sides through every phase.
     */
    public static final class Stagger extends Stress {
        private static final int STEPS_MASK = 63;
        /** Far enough below the zeros for every known line size. */
        private static final long OWN_LINE = 512;

        @Override
        void before(long first, long second, long zeros, int round) {
            for (int i = round & STEPS_MASK; i > 0; i--) {
                UnsafeApi.getAndAddInt(null, zeros - OWN_LINE, 1);
            }
        }
    }

    /**
     * Pushes the last line out of this core's first-level cache: reads a long at the same place of each of the pages
     * behind it, and all these lines have one set of the cache to share. Needs no write-back, so tier c1 has it too.
     *
     * <p>What counts on Zen 5 is that the reads come densely: they overtake each other and the load of the value, and
     * presumably the line that a half of it waits for is pushed out again as soon as it arrives. Measured in a native
     * loop with a CAS writer, changes torn at 4092: 0.9 % with nothing between two reads, 0.05 % with four
     * instructions, none with six. So the loop is unrolled by hand, and the base object is a null that the compiler
     * does not know: C1 loads a constant null again for every read. Checked in C1's code of JDK 17 and 25: an addition,
     * a load and an OR for each read. The result is compared, or C2 would drop the reads.
     */
    public static final class EvictSecond extends Stress {
        /**
         * Lines so far apart share the set of a cache with 64 sets of 64 bytes. In one with four times as many sets
         * they are spread over four, still more in each than it has ways.
         */
        private static final int STEP = 4_096;
        private static final int READS_PER_TURN = 8;
        private static final int TURNS = Region.BEHIND_BYTES / STEP / READS_PER_TURN;
        /**
         * Free bytes and those behind the last slot are not 0, so no OR of them comes to this. All bits set is no such
         * value: the same place in other slots may hold a control's vector, and the trap of the branch that was never
         * taken would leave the loop to the interpreter, which makes a vector lane by lane.
         */
        private static final long NEVER = 0;

        private final Object none = null;

        @Override
        void before(long first, long second, long zeros, int round) {
            Object base = none;
            long at = second & -Long.BYTES;
            long all = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
                all |= UnsafeApi.getLong(base, at += STEP);
            }
            if (all == NEVER) {
                UnsafeApi.putByteOpaque(null, second, ANY);
            }
        }
    }

    /**
     * Adds a zero out of memory to the address, so that the core learns late which line is written back. Presumably the
     * load of the value then goes ahead of the write-back and is caught with one of its lines gone; where the address
     * is in a register, it waits. Measured on Zen 4 with a CAS writer: no tear in 10^6 changes with addresses in
     * registers, one in two to ten changes with these.
     */
    private static long late(long address, long zeros) {
        return address + UnsafeApi.getByteOpaque(null, zeros);
    }
}
