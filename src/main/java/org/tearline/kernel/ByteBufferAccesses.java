package org.tearline.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

/**
 * Accesses through the JDK's ByteBuffer: positions are indexes. Plain ones are getLong and putLong, which the API
 * allows at any alignment and the JVM may execute in pieces; every other one goes through a byteBufferViewVarHandle,
 * which throws IllegalStateException at a misaligned address.
 */
final class ByteBufferAccesses implements Accesses {
    private static final VarHandle VIEW =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    static {
        // C2 calls, and does not inline, a method whose signature has a class that nobody has loaded: "unloaded
        // signature classes". ByteBuffer's accesses pass a session around that no program needs; looking at the
        // methods of Buffer loads its class. Checked on JDK 17 and 25.
        Buffer.class.getDeclaredMethods();
    }

    private final ByteBuffer buffer;

    ByteBufferAccesses(ByteBuffer buffer) {
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

    /** 8 bytes, per-value coherence only; refuses misaligned addresses. */
    private final class Opaque extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            VIEW.setOpaque(buffer, (int) position, next);
            return true;
        }
    }

    /** 8 bytes, release; refuses misaligned addresses. */
    private final class Ordered extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            VIEW.setRelease(buffer, (int) position, next);
            return true;
        }
    }

    /** 8 bytes, sequentially consistent; refuses misaligned addresses. */
    private final class Volatile extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            VIEW.setVolatile(buffer, (int) position, next);
            return true;
        }
    }

    /** 8 bytes, locked; refuses misaligned addresses. */
    private final class CompareAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return VIEW.compareAndSet(buffer, (int) position, last, next);
        }
    }

    /** 8 bytes, locked on x86-64 (XCHG); refuses misaligned addresses. */
    private final class GetAndSet extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            long unused = (long) VIEW.getAndSet(buffer, (int) position, next);
            return true;
        }
    }

    /** 8 bytes, locked (XADD); refuses misaligned addresses. */
    private final class GetAndAdd extends WriteAccess {
        @Override
        boolean write(long position, long last, long next) {
            return (long) VIEW.getAndAdd(buffer, (int) position, next - last) == last;
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

    /** 8 bytes, per-value coherence only; refuses misaligned addresses. */
    private final class OpaqueRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return (long) VIEW.getOpaque(buffer, (int) position);
        }
    }

    /** 8 bytes, acquire; refuses misaligned addresses. */
    private final class AcquireRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return (long) VIEW.getAcquire(buffer, (int) position);
        }
    }

    /** 8 bytes, sequentially consistent; refuses misaligned addresses. */
    private final class VolatileRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return (long) VIEW.getVolatile(buffer, (int) position);
        }
    }

    /** 8 bytes, locked; refuses misaligned addresses. */
    private final class ExchangeRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return (long) VIEW.compareAndExchange(buffer, (int) position, last, last);
        }
    }

    /** 8 bytes, locked; refuses misaligned addresses. */
    private final class GetAndAddRead extends ReadAccess {
        @Override
        long read(long position, long last) {
            return (long) VIEW.getAndAdd(buffer, (int) position, 0L);
        }
    }

    /** 8 bytes, locked; refuses misaligned addresses. */
    private final class Holds extends CasAccess {
        @Override
        boolean holds(long position, long value) {
            return VIEW.compareAndSet(buffer, (int) position, value, value);
        }
    }
}
