// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.loop.Accesses.CasAccess;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Accesses.SingleAccesses;
import org.tearline.loop.Accesses.WriteAccess;

/**
 * Accesses through Agrona's UnsafeBuffer, which is the base; positions are indexes. Agrona checks bounds as configured,
 * and allows any alignment. For a short, it has only plain and volatile accesses. The machine code and the faults are
 * those of {@link UnsafeAccesses}.
 */
final class AgronaAccesses {

    private AgronaAccesses() {
    }

    static Accesses all() {
        return new SingleAccesses(false, new Plain(), new Opaque(), new Ordered(), new Volatile(), new CompareAndSet(),
            new GetAndSet(), new GetAndAdd(), new PlainRead(), new OpaqueRead(), new AcquireRead(), new VolatileRead(),
            new ExchangeRead(), new GetAndAddRead(), new Holds());
    }

    /** No ordering. Followed by the {@linkplain CompilerBarrier#afterPlainStore compiler barrier}. */
    private static final class Plain extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLong((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putInt((int) position, (int) next);
                default -> ((UnsafeBuffer) base).putShort((int) position, (short) next);
            }
            CompilerBarrier.afterPlainStore();
            return true;
        }
    }

    /** Guarantees coherence only. */
    private static final class Opaque extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongOpaque((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntOpaque((int) position, (int) next);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no putShortOpaque");
            }
            return true;
        }
    }

    /** Release: pairs with an acquire or volatile read. */
    private static final class Ordered extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongRelease((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntRelease((int) position, (int) next);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no putShortRelease");
            }
            return true;
        }
    }

    /** Sequentially consistent: pairs with a volatile read. */
    private static final class Volatile extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongVolatile((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntVolatile((int) position, (int) next);
                default -> ((UnsafeBuffer) base).putShortVolatile((int) position, (short) next);
            }
            return true;
        }
    }

    /** Locked; fails if another writer has changed the value. */
    private static final class CompareAndSet extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).compareAndSetLong((int) position, last, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).compareAndSetInt((int) position, (int) last, (int) next);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no compareAndSetShort");
            };
        }
    }

    /** Locked on x86-64 (XCHG). */
    private static final class GetAndSet extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndSetLong((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndSetInt((int) position, (int) next);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no getAndSetShort");
            }
            return true;
        }
    }

    /** Locked (XADD). */
    private static final class GetAndAdd extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndAddLong((int) position, next - last) == last;
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndAddInt((int) position, (int) (next - last))
                    == (int) last;
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no getAndAddShort");
            };
        }
    }

    /** No ordering. Followed by the {@linkplain CompilerBarrier#afterPlainLoad compiler barrier}. */
    private static final class PlainRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            long value = switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLong((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getInt((int) position);
                default -> ((UnsafeBuffer) base).getShort((int) position);
            };
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** Guarantees coherence only. */
    private static final class OpaqueRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongOpaque((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntOpaque((int) position);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no getShortOpaque");
            };
        }
    }

    /** Acquire: pairs with an ordered or volatile write. */
    private static final class AcquireRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongAcquire((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntAcquire((int) position);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no getShortAcquire");
            };
        }
    }

    /** Sequentially consistent. */
    private static final class VolatileRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongVolatile((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntVolatile((int) position);
                default -> ((UnsafeBuffer) base).getShortVolatile((int) position);
            };
        }
    }

    /** Locked; returns the current value even if it is not the expected one. */
    private static final class ExchangeRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).compareAndExchangeLong((int) position, last, last);
                case Integer.BYTES ->
                    ((UnsafeBuffer) base).compareAndExchangeInt((int) position, (int) last, (int) last);
                default ->
                    throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no compareAndExchangeShort");
            };
        }
    }

    /** Locked; adds zero and returns the current value. */
    private static final class GetAndAddRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndAddLong((int) position, 0L);
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndAddInt((int) position, 0);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no getAndAddShort");
            };
        }
    }

    /** A locked compare-and-set. */
    private static final class Holds extends CasAccess {
        @Override
        boolean holds(int width, Object base, long position, long value) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).compareAndSetLong((int) position, value, value);
                case Integer.BYTES -> ((UnsafeBuffer) base).compareAndSetInt((int) position, (int) value, (int) value);
                default -> throw new UnsupportedOperationException("Agrona's UnsafeBuffer has no compareAndSetShort");
            };
        }
    }
}
