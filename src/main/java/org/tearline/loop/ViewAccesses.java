// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.loop.Accesses.CasAccess;
import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Accesses.SingleAccesses;
import org.tearline.loop.Accesses.WriteAccess;

/**
 * Accesses through a {@link View}, which is the base; positions are offsets in a segment. Plain accesses may be
 * misaligned, and the JVM may split them. All other accesses throw an IllegalArgumentException if misaligned, and an
 * UnsupportedOperationException for read-modify-writes of a short.
 */
final class ViewAccesses {

    private ViewAccesses() {
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
            View view = (View) base;
            view.write(view.of(width).set(), position, next);
            CompilerBarrier.afterPlainStore();
            return true;
        }
    }

    /** Guarantees coherence only. */
    private static final class Opaque extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            view.write(view.of(width).setOpaque(), position, next);
            return true;
        }
    }

    /** Release: pairs with an acquire or volatile read. */
    private static final class Ordered extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            view.write(view.of(width).setRelease(), position, next);
            return true;
        }
    }

    /** Sequentially consistent: pairs with a volatile read. */
    private static final class Volatile extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            view.write(view.of(width).setVolatile(), position, next);
            return true;
        }
    }

    /** Locked; fails if another writer has changed the value. */
    private static final class CompareAndSet extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            return view.compareAndSet(view.of(width).compareAndSet(), position, last, next);
        }
    }

    /** Locked on x86-64 (XCHG). */
    private static final class GetAndSet extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            long unused = view.update(view.of(width).getAndSet(), position, next);
            return true;
        }
    }

    /** Locked (XADD). The result is compared, because C2 would otherwise emit LOCK ADD. */
    private static final class GetAndAdd extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            View view = (View) base;
            long before = view.update(view.of(width).getAndAdd(), position, next - last);
            return width == Long.BYTES ? before == last : (int) before == (int) last;
        }
    }

    /** No ordering. Followed by the {@linkplain CompilerBarrier#afterPlainLoad compiler barrier}. */
    private static final class PlainRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            long value = view.read(view.of(width).get(), position);
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /** Guarantees coherence only. */
    private static final class OpaqueRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            return view.read(view.of(width).getOpaque(), position);
        }
    }

    /** Acquire: pairs with an ordered or volatile write. */
    private static final class AcquireRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            return view.read(view.of(width).getAcquire(), position);
        }
    }

    /** Sequentially consistent. */
    private static final class VolatileRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            return view.read(view.of(width).getVolatile(), position);
        }
    }

    /** Locked; returns the current value even if it is not the expected one. */
    private static final class ExchangeRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            return view.compareAndExchange(view.of(width).compareAndExchange(), position, last, last);
        }
    }

    /** Locked; adds zero and returns the current value. */
    private static final class GetAndAddRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            View view = (View) base;
            return view.update(view.of(width).getAndAdd(), position, 0);
        }
    }

    /** A locked compare-and-set. */
    private static final class Holds extends CasAccess {
        @Override
        boolean holds(int width, Object base, long position, long value) {
            View view = (View) base;
            return view.compareAndSet(view.of(width).compareAndSet(), position, value, value);
        }
    }
}
