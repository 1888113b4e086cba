// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.SingleAccesses;

/**
 * Accesses through the JDK's ByteBuffer, which is the base; positions are indexes. Plain accesses use its get and put
 * methods, which allow any alignment and which the JVM may split. All other accesses use a byteBufferViewVarHandle,
 * which throws an IllegalStateException at a misaligned index, and an UnsupportedOperationException for
 * read-modify-writes of a short.
 *
 * <p>{@link VarHandles} cannot replace this class. C2 compiles them to the same instructions, but in C1's loops on JDK
 * 17 and 25 their plain accesses are not inlined, and on JDK 17 a getAndAdd used as a read becomes a load and a lock
 * xadd. Checked with {@code tester asm}.
 */
final class ByteBufferAccesses {
    static final Accesses ALL = new SingleAccesses(false, new Plain(), new Opaque(), new Ordered(), new Volatile(),
        new CompareAndSet(), new GetAndSet(), new GetAndAdd());
    private static final VarHandle LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle SHORTS =
        MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.nativeOrder());

    static {
        // C2 does not inline methods with "unloaded signature classes". ByteBuffer's accesses have a parameter for the
        // memory session, whose class nothing else loads; reflection on Buffer's methods loads it. Checked on JDK 17
        // and 25.
        Buffer.class.getDeclaredMethods();
    }

    private ByteBufferAccesses() {
    }

    /** No ordering. Followed by a {@linkplain CompilerBarrier compiler barrier}. */
    private static final class Plain extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((ByteBuffer) base).putLong((int) position, next);
                case Integer.BYTES -> ((ByteBuffer) base).putInt((int) position, (int) next);
                default -> ((ByteBuffer) base).putShort((int) position, (short) next);
            }
            CompilerBarrier.afterPlainStore();
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            long value = switch (width) {
                case Long.BYTES -> ((ByteBuffer) base).getLong((int) position);
                case Integer.BYTES -> ((ByteBuffer) base).getInt((int) position);
                default -> ((ByteBuffer) base).getShort((int) position);
            };
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** Guarantees coherence only. */
    private static final class Opaque extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> LONGS.setOpaque((ByteBuffer) base, (int) position, next);
                case Integer.BYTES -> INTS.setOpaque((ByteBuffer) base, (int) position, (int) next);
                default -> SHORTS.setOpaque((ByteBuffer) base, (int) position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.getOpaque((ByteBuffer) base, (int) position);
                case Integer.BYTES -> (int) INTS.getOpaque((ByteBuffer) base, (int) position);
                default -> (short) SHORTS.getOpaque((ByteBuffer) base, (int) position);
            };
        }
    }

    /** A release store, and an acquire load. */
    private static final class Ordered extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> LONGS.setRelease((ByteBuffer) base, (int) position, next);
                case Integer.BYTES -> INTS.setRelease((ByteBuffer) base, (int) position, (int) next);
                default -> SHORTS.setRelease((ByteBuffer) base, (int) position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.getAcquire((ByteBuffer) base, (int) position);
                case Integer.BYTES -> (int) INTS.getAcquire((ByteBuffer) base, (int) position);
                default -> (short) SHORTS.getAcquire((ByteBuffer) base, (int) position);
            };
        }
    }

    /** Sequentially consistent. */
    private static final class Volatile extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> LONGS.setVolatile((ByteBuffer) base, (int) position, next);
                case Integer.BYTES -> INTS.setVolatile((ByteBuffer) base, (int) position, (int) next);
                default -> SHORTS.setVolatile((ByteBuffer) base, (int) position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.getVolatile((ByteBuffer) base, (int) position);
                case Integer.BYTES -> (int) INTS.getVolatile((ByteBuffer) base, (int) position);
                default -> (short) SHORTS.getVolatile((ByteBuffer) base, (int) position);
            };
        }
    }

    /**
     * Locked. A write fails if another writer has changed the value; a read returns the current value even if it is not
     * the expected one.
     */
    private static final class CompareAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> LONGS.compareAndSet((ByteBuffer) base, (int) position, last, next);
                case Integer.BYTES -> INTS.compareAndSet((ByteBuffer) base, (int) position, (int) last, (int) next);
                default -> SHORTS.compareAndSet((ByteBuffer) base, (int) position, (short) last, (short) next);
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.compareAndExchange((ByteBuffer) base, (int) position, last, last);
                case Integer.BYTES ->
                    (int) INTS.compareAndExchange((ByteBuffer) base, (int) position, (int) last, (int) last);
                default ->
                    (short) SHORTS.compareAndExchange((ByteBuffer) base, (int) position, (short) last, (short) last);
            };
        }
    }

    /** Locked on x86-64 (XCHG; in the interpreter, a compare-and-set loop). */
    private static final class GetAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            // Without the assignment, javac would compile calls that return void, unlike the handle's own type.
            long unused = switch (width) {
                case Long.BYTES -> (long) LONGS.getAndSet((ByteBuffer) base, (int) position, next);
                case Integer.BYTES -> (int) INTS.getAndSet((ByteBuffer) base, (int) position, (int) next);
                default -> (short) SHORTS.getAndSet((ByteBuffer) base, (int) position, (short) next);
            };
            return true;
        }
    }

    /** Locked on x86-64 (XADD; in the interpreter, a compare-and-set loop). A read adds zero. */
    private static final class GetAndAdd extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.getAndAdd((ByteBuffer) base, (int) position, next - last) == last;
                case Integer.BYTES -> (int) INTS.getAndAdd((ByteBuffer) base, (int) position, (int) (next - last))
                    == (int) last;
                default -> (short) SHORTS.getAndAdd((ByteBuffer) base, (int) position, (short) (next - last))
                    == (short) last;
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> (long) LONGS.getAndAdd((ByteBuffer) base, (int) position, 0L);
                case Integer.BYTES -> (int) INTS.getAndAdd((ByteBuffer) base, (int) position, 0);
                default -> (short) SHORTS.getAndAdd((ByteBuffer) base, (int) position, (short) 0);
            };
        }
    }
}
