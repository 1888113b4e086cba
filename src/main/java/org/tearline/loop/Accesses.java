// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * The accesses to one kind of memory, with one object per mode. Each loop is compiled for one such object. Width and
 * base are arguments, but constant within a loop, so the compiled code has no branches on them.
 */
public interface Accesses {

    WriteAccess write(WriteMode mode);

    /** The access for every mode except cas, which uses {@link #cas()}. */
    ReadAccess read(ReadMode mode);

    /** The access for the cas reader. */
    CasAccess cas();

    static Accesses of(Memory memory) {
        return switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UnsafeAccesses.all();
            case DIRECT -> AgronaAccesses.all();
            case BYTEBUFFER -> ByteBufferAccesses.all();
            case HEAPVIEW, SEGMENT -> ViewAccesses.all();
        };
    }

    /** A compare-and-set of a value to itself, to test whether memory contains it. Thread-safe. */
    abstract class CasAccess {

        /** Whether memory contains this value. The other parameters are as in {@link ReadAccess#read}. */
        abstract boolean holds(int width, Object base, long position, long value);
    }

    /**
     * A mode of reading values of any width. This is an abstract class because C1 does not bind an interface call on a
     * constant receiver statically. Thread-safe; implementations have no mutable state.
     */
    abstract class ReadAccess {

        /**
         * Reads a value.
         *
         * @param width    bytes of the value; constant within a loop
         * @param base     the object that the position is relative to, or null; constant within a loop
         * @param position address or index of the first byte, at any alignment
         * @param last     the value read before, which a compare-and-exchange both expects and stores
         * @return the value; bits above its width are undefined
         */
        abstract long read(int width, Object base, long position, long last);
    }

    /**
     * A mode of storing values of any width. This is an abstract class for the same reason as {@link ReadAccess}.
     * Thread-safe; implementations have no mutable state.
     */
    abstract class WriteAccess {

        /**
         * Stores a value. Width, base and position are as in {@link ReadAccess#read}.
         *
         * @param last the value that this writer stored last; only read-modify-writes use it
         * @return false if a compare-and-set failed
         */
        abstract boolean write(int width, Object base, long position, long last, long next);
    }

    /**
     * The constants of a loop other than its accesses.
     *
     * @param base the buffer, array or view that positions are relative to; null if they are addresses
     */
    record Operand(Object base, Width width) {
    }

    /**
     * Fences that steer the compiler and emit no instruction on x86-64.
     *
     * <p>Claim: without a fence, C2 merges a loop's plain stores or sinks them below the loop, and hoists plain loads
     * above it. The loop then appears to run faster than any core can store. Mechanism: {@code releaseFence} and
     * {@code acquireFence} become MemBarRelease and MemBarAcquire nodes, across which C2 cannot merge or move memory
     * accesses. On x86-64 they emit no instruction, because the hardware keeps the order anyway. On AArch64 they emit a
     * DMB, which orders accesses but does not make a split access atomic. Checked by counting the stores in the machine
     * code of JDK 17 and 25: a loop unrolled four times contains four. C1 and the interpreter fold nothing.
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
     * The accesses that an API provides.
     *
     * @param unsafe whether the API is Unsafe, the only one with the guarded modes
     */
    record SingleAccesses(boolean unsafe, WriteAccess plain, WriteAccess opaque, WriteAccess ordered,
                          WriteAccess volatileWrite, WriteAccess compareAndSet, WriteAccess getAndSet,
                          WriteAccess getAndAdd, ReadAccess plainRead, ReadAccess opaqueRead, ReadAccess acquireRead,
                          ReadAccess volatileRead, ReadAccess exchangeRead, ReadAccess getAndAddRead, CasAccess cas)
        implements Accesses {

        @Override
        public WriteAccess write(WriteMode mode) {
            return switch (mode) {
                case PLAIN -> plain;
                case OPAQUE -> opaque;
                case ORDERED -> ordered;
                case VOLATILE -> volatileWrite;
                case CAS -> compareAndSet;
                case GETANDSET -> getAndSet;
                case GETANDADD -> getAndAdd;
                case SEQLOCK -> guarded(mode, new GuardedAccesses.SeqlockWrite());
            };
        }

        @Override
        public ReadAccess read(ReadMode mode) {
            return switch (mode) {
                case PLAIN -> plainRead;
                case OPAQUE -> opaqueRead;
                case ACQUIRE -> acquireRead;
                case VOLATILE -> volatileRead;
                case EXCHANGE -> exchangeRead;
                case GETANDADD -> getAndAddRead;
                case AGREE -> guarded(mode, new GuardedAccesses.Agree());
                case MASKED -> guarded(mode, new GuardedAccesses.Masked());
                case SEQLOCK -> guarded(mode, new GuardedAccesses.SeqlockRead());
                case CAS -> throw new IllegalArgumentException("the cas reader compares candidates instead of reading");
            };
        }

        private <T> T guarded(Object mode, T access) {
            if (!unsafe) {
                throw new UnsupportedOperationException(mode + " is available only for unsafe, heap and mapped memory");
            }
            return access;
        }
    }
}
