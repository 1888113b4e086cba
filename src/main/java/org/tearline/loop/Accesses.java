// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * The accesses that one kind of memory offers, one small object for each mode, so that a loop is compiled for exactly
 * one of them. Width and base come with every call; both are constants of the loop, so what is compiled has no choice
 * left.
 */
public interface Accesses {

    WriteAccess write(WriteMode mode);

    /** The mode cas has none, see {@link #cas()}. */
    ReadAccess read(ReadMode mode);

    /** The question of the cas reader. */
    CasAccess cas();

    /** Writes zero once and reads once, outside any loop; throws what the API throws. */
    default void tryOnce(Operand operand, WriteMode write, ReadMode read, long position) {
        int width = operand.width().bytes();
        write(write).write(width, operand.base(), position, 0, 0);
        if (read == ReadMode.CAS) {
            cas().holds(width, operand.base(), position, 0);
        } else {
            read(read).read(width, operand.base(), position, 0);
        }
    }

    static Accesses of(Memory memory) {
        return switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UnsafeAccesses.all();
            case DIRECT -> AgronaAccesses.all();
            case BYTEBUFFER -> ByteBufferAccesses.all();
            case HEAPVIEW, SEGMENT -> ViewAccesses.all();
        };
    }

    /** A compare-and-set of a value to itself, which asks whether memory holds it. Called by every reader thread. */
    abstract class CasAccess {

        /** Whether memory held this value at a locked instant. The parameters are those of {@link ReadAccess#read}. */
        abstract boolean holds(int width, Object base, long position, long value);
    }

    /**
     * One way to read a value of any width. An abstract class and not an interface, so that C1 binds the call on a
     * constant receiver. Called by every reader thread; implementations hold no mutable state.
     */
    abstract class ReadAccess {

        /**
         * Reads the value.
         *
         * @param width    bytes of the value, a constant of the loop
         * @param base     what the position counts from, a constant of the loop
         * @param position address or index of the first byte, aligned or not
         * @param last     what was read before; a compare-and-exchange offers it as expected and as new value
         * @return all bytes of the value, as this access sees them; those above its width are of no account
         */
        abstract long read(int width, Object base, long position, long last);
    }

    /**
     * One way to store a value of any width. An abstract class and not an interface, so that C1 binds the call on a
     * constant receiver. Called by every writer thread; implementations hold no mutable state.
     */
    abstract class WriteAccess {

        /**
         * Stores a value; returns whether it was stored, for a compare-and-set can fail. Width, base and position are
         * those of {@link ReadAccess#read}.
         *
         * @param last what this writer stored last; only read-modify-writes look at it
         */
        abstract boolean write(int width, Object base, long position, long last, long next);
    }

    /**
     * What a loop works on, but for the place: constants that are compiled into it.
     *
     * @param base what positions count from: a buffer or an array; null where they are addresses
     */
    record Operand(Object base, Width width) {
    }

    /**
     * Fences that steer the compiler and emit no instruction on x86-64.
     *
     * <p>Claim: without a fence, C2 merges a loop's plain stores or sinks them below the loop, and hoists plain loads
     * above it. The loop then appears to run faster than any core can store. Mechanism: {@code releaseFence} and
     * {@code acquireFence} become MemBarRelease and MemBarAcquire nodes, which end the memory state that such folding
     * relies on. On x86-64 they emit no instruction, because the hardware keeps that order anyway. AArch64 executes a
     * DMB, which orders accesses but does not join the pieces of one. Checked by counting the stores in the machine
     * code of JDK 17 and 25: four per four-fold unrolled iteration, as in the source. C1 and the interpreter fold
     * nothing.
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
     * The accesses of an API, each of which is a mode by itself.
     *
     * @param unsafe whether positions are Unsafe's, so that there are the guarded modes, too
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
                case CAS -> throw new IllegalArgumentException("the cas reader asks for candidates, it does not read");
            };
        }

        private <T> T guarded(Object mode, T access) {
            if (!unsafe) {
                throw new UnsupportedOperationException(mode + " is made of Unsafe's accesses: its memory is unsafe,"
                    + " heap or mapped");
            }
            return access;
        }
    }
}
