package org.tearline.kernel;

import org.agrona.UnsafeApi;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * Accesses to a raw address: positions are addresses, any alignment is allowed by the API. On x86-64 none faults; on
 * AArch64 the volatile, acquire, release and read-modify-write ones do when misaligned without FEAT_LSE2 or across 16
 * bytes.
 */
final class UnsafeAccesses implements Accesses {

    @Override
    public WriteAccess write(WriteMode mode) {
        return switch (mode) {
            case PLAIN -> new Plain();
            case OPAQUE -> new Opaque();
            case ORDERED -> new Ordered();
            case VOLATILE -> new Volatile();
            case CAS -> new CompareAndSet();
            case GETANDSET -> new GetAndSet();
            case GETANDADD -> new GetAndAdd();
        };
    }

    @Override
    public ReadAccess read(ReadMode mode) {
        return switch (mode) {
            case PLAIN -> new PlainRead();
            case OPAQUE -> new OpaqueRead();
            case ACQUIRE -> new AcquireRead();
            case VOLATILE -> new VolatileRead();
            case EXCHANGE -> new ExchangeRead();
            case GETANDADD -> new GetAndAddRead();
            case CAS -> throw new IllegalArgumentException("the cas reader asks for candidates, it does not read");
        };
    }

    @Override
    public CasAccess cas() {
        return new Holds();
    }

    /** 8 bytes, no order. Followed by the {@linkplain CompilerBarrier#afterPlainStore compiler barrier}. */
    private static final class Plain extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            UnsafeApi.putLong(null, position, next);
            CompilerBarrier.afterPlainStore();
            return true;
        }
    }

    /** 8 bytes, per-value coherence only; HotSpot fences it for its compiler, so loops keep every store. */
    private static final class Opaque extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            UnsafeApi.putLongOpaque(null, position, next);
            return true;
        }
    }

    /** 8 bytes, release: pairs with an acquire or volatile read. */
    private static final class Ordered extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            UnsafeApi.putLongRelease(null, position, next);
            return true;
        }
    }

    /** 8 bytes, sequentially consistent: pairs with a volatile read. */
    private static final class Volatile extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            UnsafeApi.putLongVolatile(null, position, next);
            return true;
        }
    }

    /** 8 bytes, locked; fails when another writer came between. */
    private static final class CompareAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return UnsafeApi.compareAndSetLong(null, position, last, next);
        }
    }

    /** 8 bytes, locked on x86-64 (XCHG); below C1 a loop of compare-and-set. */
    private static final class GetAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            UnsafeApi.getAndSetLong(null, position, next);
            return true;
        }
    }

    /** 8 bytes, locked (XADD): the returned value is compared, or C2 would choose an addition that returns none. */
    private static final class GetAndAdd extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return UnsafeApi.getAndAddLong(null, position, next - last) == last;
        }
    }

    /** 8 bytes, no order; a loop keeps it only because something in the loop is ordered, so its changes are counted. */
    private static final class PlainRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            long value = UnsafeApi.getLong(null, position);
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** 8 bytes, per-value coherence only. */
    private static final class OpaqueRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return UnsafeApi.getLongOpaque(null, position);
        }
    }

    /** 8 bytes, acquire: pairs with an ordered or volatile write. */
    private static final class AcquireRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return UnsafeApi.getLongAcquire(null, position);
        }
    }

    /** 8 bytes, sequentially consistent. */
    private static final class VolatileRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return UnsafeApi.getLongVolatile(null, position);
        }
    }

    /** 8 bytes, locked: returns the current value whether or not it matched. */
    private static final class ExchangeRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return UnsafeApi.compareAndExchangeLong(null, position, last, last);
        }
    }

    /** 8 bytes, locked: adds nothing and returns the current value. */
    private static final class GetAndAddRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return UnsafeApi.getAndAddLong(null, position, 0L);
        }
    }

    /** 8 bytes, locked. */
    private static final class Holds extends CasAccess {
        @Override
        boolean holds(long position, long value) {
            return UnsafeApi.compareAndSetLong(null, position, value, value);
        }
    }
}
