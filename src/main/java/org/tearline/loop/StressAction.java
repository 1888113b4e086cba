// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.agrona.UnsafeApi;

/**
 * An action before each access that makes tears more likely: the two halves of a value arrive at different times if
 * their lines are in different cache states. Implementations have no mutable state, and store neither to the value nor
 * to its guard bytes.
 */
abstract class StressAction {
    /** Stored to free bytes. Any value but 0; see {@link EvictSecond}. */
    private static final byte ANY = 2;

    /**
     * Acts before an access.
     *
     * @param first  address of a free byte in the line of the value's first byte
     * @param second address of a free byte in the line of the value's last byte
     * @param zeros  address in an unrelated line of zeros; see {@link Target}
     * @param round  index of the access in its batch
     */
    abstract void before(long first, long second, long zeros, int round);

    /** Identifies the actions that use the same instruction, all of which crash on a machine that lacks it. */
    Class<?> kind() {
        return getClass();
    }

    /** Does nothing, and compiles to nothing. */
    static final class Idle extends StressAction {
        @Override
        void before(long first, long second, long zeros, int round) {
            // Idle by design.
        }
    }

    /** Takes ownership of the first line, so the other side's next access to it has to wait. */
    static final class StoreFirst extends StressAction {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.putByteOpaque(null, first, ANY);
        }
    }

    /** Takes ownership of the last line, so the second half of the other side's next store misses. */
    static final class StoreSecond extends StressAction {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.putByteOpaque(null, second, ANY);
        }
    }

    /** The processor's spin-wait hint (PAUSE on x86-64): lets the other side act between two accesses. */
    static final class SpinWait extends StressAction {
        @Override
        void before(long first, long second, long zeros, int round) {
            Thread.onSpinWait();
        }
    }

    /**
     * Writes a line back to memory: CLWB, CLFLUSHOPT or CLFLUSH on x86-64, DC CVAP on AArch64. QEMU 7.2 reports that
     * its CPU {@code max} supports DC CVAP, but kills processes that use it.
     */
    abstract static class Writeback extends StressAction {
        @Override
        final Class<?> kind() {
            return Writeback.class;
        }
    }

    /** Writes the first line back, so the first half has to be fetched. */
    static final class WritebackFirst extends Writeback {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.writebackMemory(lateAddress(first, zeros), 1L);
        }
    }

    /** Writes the last line back, so a load gets its first half at once and waits for the second. */
    static final class WritebackSecond extends Writeback {
        @Override
        void before(long first, long second, long zeros, int round) {
            UnsafeApi.writebackMemory(lateAddress(second, zeros), 1L);
        }
    }

    /**
     * Makes 0 to 63 locked additions to a word that only readers use: one more before each access, and none after 63.
     * Each addition delays the access by a few nanoseconds, so the two sides pass through all relative phases.
     */
    static final class Stagger extends StressAction {
        private static final int STEPS_MASK = 63;
        /** Distance in bytes from the readers' word to the zeros above it, more than any known line size. */
        private static final long WORD_BELOW = 512;

        @Override
        void before(long first, long second, long zeros, int round) {
            for (int i = round & STEPS_MASK; i > 0; i--) {
                UnsafeApi.getAndAddInt(null, zeros - WORD_BELOW, 1);
            }
        }
    }

    /**
     * Evicts the last line from this core's first-level cache by reading a long at the same offset in each of the
     * following 96 blocks of 4 KiB. All these lines share one set of the cache. Needs no write-back instruction, so it
     * works in tier c1.
     *
     * <p>On Zen 5, the reads must be close together. They overtake each other and the load of the value, and
     * presumably evict the line that one half waits for as soon as it arrives. Measured in a native loop with a CAS
     * writer at 4092: 0.9 % of changes torn with nothing between two reads, 0.05 % with four instructions, none with
     * six. The loop is therefore unrolled by hand, and the base object is a null that the compiler does not recognize
     * as one, because C1 reloads a constant null for every read. Checked in C1's code on JDK 17 and 25: an addition, a
     * load and an OR per read. The result is compared, because C2 would remove unused reads.
     */
    static final class EvictSecond extends StressAction {
        /**
         * Lines at this distance share a set if the cache has 64 sets of 64-byte lines. With four times as many sets,
         * the 96 lines are spread over four sets, 24 in each, which is still more than a set has ways.
         */
        private static final int STEP = 4_096;
        private static final int READS_PER_TURN = 8;
        private static final int TURNS = Region.BEHIND_BYTES / STEP / READS_PER_TURN;
        /**
         * The free bytes and the bytes after the last slot are not 0, so the OR of all reads is never 0. It may have
         * all bits set, because other slots may contain a control's vector at the same offset. Comparing with -1 could
         * therefore take an uncommon trap to the interpreter, which splits vectors into lanes.
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
     * Adds a zero from memory to the address, so the core learns late which line to write back. Presumably the load of
     * the value then overtakes the write-back and loses one of its lines; with the address in a register, the load
     * waits. Measured on Zen 4 with a CAS writer: no tear in 10^6 changes with addresses in registers, and one in every
     * two to ten changes with late addresses.
     */
    private static long lateAddress(long address, long zeros) {
        return address + UnsafeApi.getByteOpaque(null, zeros);
    }
}
