// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.SingleAccesses;

/**
 * Accesses through Agrona's UnsafeBuffer, which is the base; positions are indexes. Agrona checks bounds as configured,
 * and allows any alignment. For a short, it has only plain and volatile accesses; all others throw an
 * UnsupportedOperationException. Apart from the checks and the sign of a loaded short, the machine code and the faults
 * are those of {@link UnsafeAccesses}.
 */
final class AgronaAccesses {
    static final Accesses ALL = new SingleAccesses(false, new Plain(), new Opaque(), new Ordered(), new Volatile(),
        new CompareAndSet(), new GetAndSet(), new GetAndAdd());

    private AgronaAccesses() {
    }

    private static UnsupportedOperationException lacks(String method) {
        return new UnsupportedOperationException("Agrona's UnsafeBuffer has no " + method);
    }

    /** No ordering. Followed by a {@linkplain CompilerBarrier compiler barrier}. */
    private static final class Plain extends Access {
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
    private static final class Opaque extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongOpaque((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntOpaque((int) position, (int) next);
                default -> throw lacks("putShortOpaque");
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongOpaque((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntOpaque((int) position);
                default -> throw lacks("getShortOpaque");
            };
        }
    }

    /** A release store, and an acquire load. */
    private static final class Ordered extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongRelease((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntRelease((int) position, (int) next);
                default -> throw lacks("putShortRelease");
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongAcquire((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntAcquire((int) position);
                default -> throw lacks("getShortAcquire");
            };
        }
    }

    /** Sequentially consistent. */
    private static final class Volatile extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).putLongVolatile((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).putIntVolatile((int) position, (int) next);
                default -> ((UnsafeBuffer) base).putShortVolatile((int) position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getLongVolatile((int) position);
                case Integer.BYTES -> ((UnsafeBuffer) base).getIntVolatile((int) position);
                default -> ((UnsafeBuffer) base).getShortVolatile((int) position);
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
                case Long.BYTES -> ((UnsafeBuffer) base).compareAndSetLong((int) position, last, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).compareAndSetInt((int) position, (int) last, (int) next);
                default -> throw lacks("compareAndSetShort");
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).compareAndExchangeLong((int) position, last, last);
                case Integer.BYTES ->
                    ((UnsafeBuffer) base).compareAndExchangeInt((int) position, (int) last, (int) last);
                default -> throw lacks("compareAndExchangeShort");
            };
        }
    }

    /** Locked on x86-64 (XCHG; in the interpreter, a compare-and-set loop). */
    private static final class GetAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndSetLong((int) position, next);
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndSetInt((int) position, (int) next);
                default -> throw lacks("getAndSetShort");
            }
            return true;
        }
    }

    /** Locked on x86-64 (XADD; in the interpreter, a compare-and-set loop). A read adds zero. */
    private static final class GetAndAdd extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndAddLong((int) position, next - last) == last;
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndAddInt((int) position, (int) (next - last))
                    == (int) last;
                default -> throw lacks("getAndAddShort");
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> ((UnsafeBuffer) base).getAndAddLong((int) position, 0L);
                case Integer.BYTES -> ((UnsafeBuffer) base).getAndAddInt((int) position, 0);
                default -> throw lacks("getAndAddShort");
            };
        }
    }
}
