// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.agrona.UnsafeApi;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.SingleAccesses;

/**
 * Accesses to an address, or to an array if there is a base. The API allows any alignment, except for
 * read-modify-writes of a short: C1 and the interpreter update the aligned int around it, and throw an
 * IllegalArgumentException if the short extends beyond that int. No access faults on x86-64. On AArch64, all but the
 * plain ones may fault across a 16-byte boundary, and without FEAT_LSE2 at any misaligned address; in some tiers, the
 * opaque, ordered and volatile ones do not (docs/instructions.md). Loads of a short use the methods for a char, because
 * the loops need it unsigned, and C2 would use an extra instruction to remove the sign.
 */
final class UnsafeAccesses {
    static final Accesses ALL = new SingleAccesses(true, new Plain(), new Opaque(), new Ordered(), new Volatile(),
        new CompareAndSet(), new GetAndSet(), new GetAndAdd());
    private static final int SHORT_MASK = 0xffff;

    private UnsafeAccesses() {
    }

    /** No ordering. Followed by a {@linkplain CompilerBarrier compiler barrier}. */
    private static final class Plain extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLong(base, position, next);
                case Integer.BYTES -> UnsafeApi.putInt(base, position, (int) next);
                default -> UnsafeApi.putShort(base, position, (short) next);
            }
            CompilerBarrier.afterPlainStore();
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            long value = switch (width) {
                case Long.BYTES -> UnsafeApi.getLong(base, position);
                case Integer.BYTES -> UnsafeApi.getInt(base, position);
                default -> UnsafeApi.getChar(base, position);
            };
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** Guarantees coherence only. HotSpot adds compiler barriers, so loops keep every store. */
    private static final class Opaque extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLongOpaque(base, position, next);
                case Integer.BYTES -> UnsafeApi.putIntOpaque(base, position, (int) next);
                default -> UnsafeApi.putShortOpaque(base, position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.getLongOpaque(base, position);
                case Integer.BYTES -> UnsafeApi.getIntOpaque(base, position);
                default -> UnsafeApi.getCharOpaque(base, position);
            };
        }
    }

    /** A release store, and an acquire load. */
    private static final class Ordered extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLongRelease(base, position, next);
                case Integer.BYTES -> UnsafeApi.putIntRelease(base, position, (int) next);
                default -> UnsafeApi.putShortRelease(base, position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.getLongAcquire(base, position);
                case Integer.BYTES -> UnsafeApi.getIntAcquire(base, position);
                default -> UnsafeApi.getCharAcquire(base, position);
            };
        }
    }

    /** Sequentially consistent. */
    private static final class Volatile extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLongVolatile(base, position, next);
                case Integer.BYTES -> UnsafeApi.putIntVolatile(base, position, (int) next);
                default -> UnsafeApi.putShortVolatile(base, position, (short) next);
            }
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.getLongVolatile(base, position);
                case Integer.BYTES -> UnsafeApi.getIntVolatile(base, position);
                default -> UnsafeApi.getCharVolatile(base, position);
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
                case Long.BYTES -> UnsafeApi.compareAndSetLong(base, position, last, next);
                case Integer.BYTES -> UnsafeApi.compareAndSetInt(base, position, (int) last, (int) next);
                default -> UnsafeApi.compareAndSetShort(base, position, (short) last, (short) next);
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.compareAndExchangeLong(base, position, last, last);
                case Integer.BYTES -> UnsafeApi.compareAndExchangeInt(base, position, (int) last, (int) last);
                default -> UnsafeApi.compareAndExchangeShort(base, position, (short) last, (short) last);
            };
        }
    }

    /** Locked on x86-64 (XCHG; in the interpreter, and for a short in C1, a compare-and-set loop). */
    private static final class GetAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            switch (width) {
                case Long.BYTES -> UnsafeApi.getAndSetLong(base, position, next);
                case Integer.BYTES -> UnsafeApi.getAndSetInt(base, position, (int) next);
                default -> UnsafeApi.getAndSetShort(base, position, (short) next);
            }
            return true;
        }
    }

    /**
     * Locked on x86-64 (XADD; in the interpreter, and for a short in C1, a compare-and-set loop). A store compares the
     * result, because C2 would otherwise emit LOCK ADD. A read adds zero.
     */
    private static final class GetAndAdd extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.getAndAddLong(base, position, next - last) == last;
                case Integer.BYTES -> UnsafeApi.getAndAddInt(base, position, (int) (next - last)) == (int) last;
                // On JDK 17, C2 leaves garbage in the upper half of the register, so only the lower half is compared.
                default -> (UnsafeApi.getAndAddShort(base, position, (short) (next - last)) & SHORT_MASK)
                    == (last & SHORT_MASK);
            };
        }

        @Override
        long read(int width, Object base, long position, long last) {
            return switch (width) {
                case Long.BYTES -> UnsafeApi.getAndAddLong(base, position, 0L);
                case Integer.BYTES -> UnsafeApi.getAndAddInt(base, position, 0);
                default -> UnsafeApi.getAndAddShort(base, position, (short) 0);
            };
        }
    }
}
