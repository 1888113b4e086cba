package org.tearline.kernel;

import org.agrona.concurrent.UnsafeBuffer;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * Accesses through Agrona's UnsafeBuffer: positions are indexes, bounds are checked as Agrona is configured, any
 * alignment is allowed by the API. The machine code of the access is that of {@link UnsafeAccesses}, and so are its
 * faults.
 */
final class AgronaAccesses implements Accesses {
    private final UnsafeBuffer buffer;

    AgronaAccesses(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

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
    private final class Plain extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            buffer.putLong((int) position, next);
            CompilerBarrier.afterPlainStore();
            return true;
        }
    }

    /** 8 bytes, per-value coherence only. */
    private final class Opaque extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            buffer.putLongOpaque((int) position, next);
            return true;
        }
    }

    /** 8 bytes, release: pairs with an acquire or volatile read. */
    private final class Ordered extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            buffer.putLongRelease((int) position, next);
            return true;
        }
    }

    /** 8 bytes, sequentially consistent. */
    private final class Volatile extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            buffer.putLongVolatile((int) position, next);
            return true;
        }
    }

    /** 8 bytes, locked; fails when another writer came between. */
    private final class CompareAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return buffer.compareAndSetLong((int) position, last, next);
        }
    }

    /** 8 bytes, locked on x86-64 (XCHG). */
    private final class GetAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            buffer.getAndSetLong((int) position, next);
            return true;
        }
    }

    /** 8 bytes, locked (XADD); the returned value is compared so that it stays one. */
    private final class GetAndAdd extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return buffer.getAndAddLong((int) position, next - last) == last;
        }
    }

    /** 8 bytes, no order; followed by the compiler barrier that keeps it in the loop. */
    private final class PlainRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            long value = buffer.getLong((int) position);
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** 8 bytes, per-value coherence only. */
    private final class OpaqueRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return buffer.getLongOpaque((int) position);
        }
    }

    /** 8 bytes, acquire: pairs with an ordered or volatile write. */
    private final class AcquireRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return buffer.getLongAcquire((int) position);
        }
    }

    /** 8 bytes, sequentially consistent. */
    private final class VolatileRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return buffer.getLongVolatile((int) position);
        }
    }

    /** 8 bytes, locked: returns the current value whether or not it matched. */
    private final class ExchangeRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return buffer.compareAndExchangeLong((int) position, last, last);
        }
    }

    /** 8 bytes, locked: adds nothing and returns the current value. */
    private final class GetAndAddRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return buffer.getAndAddLong((int) position, 0L);
        }
    }

    /** 8 bytes, locked. */
    private final class Holds extends CasAccess {
        @Override
        boolean holds(long position, long value) {
            return buffer.compareAndSetLong((int) position, value, value);
        }
    }
}
