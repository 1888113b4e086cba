// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import org.tearline.loop.GuardedAccesses.Agree;
import org.tearline.loop.GuardedAccesses.Masked;
import org.tearline.loop.GuardedAccesses.Seqlock;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * The accesses to one kind of memory, with one object per mode. Each loop is compiled for the objects that it uses.
 * Width and base are arguments, but constant within a loop, so the compiled code has no branches on them.
 */
public interface Accesses {

    /** Throws an UnsupportedOperationException for {@linkplain GuardedAccesses guarded modes} unless Unsafe is used. */
    Access write(WriteMode mode);

    /**
     * Throws as {@link #write} does, and an IllegalArgumentException for cas, whose reader compares with a
     * {@link #write} instead.
     */
    Access read(ReadMode mode);

    /**
     * The memory and width that a loop is compiled for.
     *
     * @param base the buffer, array or handles that positions are relative to; null if they are addresses
     */
    record Operand(Object base, Width width) {
    }

    /**
     * Fences that keep the compiler from merging or moving plain accesses.
     *
     * <p>Without a fence, C2 merges a loop's plain stores or sinks them below the loop, and hoists plain loads
     * above it. The loop then appears to run faster than any core can store. Mechanism: {@code releaseFence} and
     * {@code acquireFence} become MemBarRelease and MemBarAcquire nodes, across which C2 cannot merge or move memory
     * accesses. On x86-64 they emit no instruction, because the hardware keeps the order anyway. On AArch64 they emit a
     * DMB, which orders accesses but does not make a split access atomic. Checked by counting the stores in the machine
     * code of JDK 17 and 25: a loop unrolled four times contains four. C1 and the interpreter keep every access.
     */
    final class CompilerBarrier {
        private CompilerBarrier() {
        }

        static void afterPlainStore() {
            VarHandle.releaseFence();
        }

        static void afterPlainLoad() {
            VarHandle.acquireFence();
        }
    }

    /**
     * The accesses of an API. Each mode is a single access, except for the guarded ones.
     *
     * @param unsafe whether the API is Unsafe, the only one with the guarded modes
     */
    record SingleAccesses(boolean unsafe, Access plain, Access opaque, Access ordered, Access withVolatile,
                          Access compareAndSet, Access getAndSet, Access getAndAdd) implements Accesses {

        @Override
        public Access write(WriteMode mode) {
            return switch (mode) {
                case PLAIN -> plain;
                case OPAQUE -> opaque;
                case ORDERED -> ordered;
                case VOLATILE -> withVolatile;
                case CAS -> compareAndSet;
                case GETANDSET -> getAndSet;
                case GETANDADD -> getAndAdd;
                case SEQLOCK -> guarded(mode, new Seqlock());
            };
        }

        @Override
        public Access read(ReadMode mode) {
            return switch (mode) {
                case PLAIN -> plain;
                case OPAQUE -> opaque;
                case ACQUIRE -> ordered;
                case VOLATILE -> withVolatile;
                case EXCHANGE -> compareAndSet;
                case GETANDADD -> getAndAdd;
                case AGREE -> guarded(mode, new Agree());
                case MASKED -> guarded(mode, new Masked());
                case SEQLOCK -> guarded(mode, new Seqlock());
                case CAS -> throw new IllegalArgumentException("the cas reader compares candidates instead of reading");
            };
        }

        private Access guarded(Object mode, Access access) {
            if (!unsafe) {
                throw new UnsupportedOperationException(mode + " is available only for unsafe, heap and mapped memory");
            }
            return access;
        }
    }
}
