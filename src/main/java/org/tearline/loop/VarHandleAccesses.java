// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.loop.Accesses.CompilerBarrier;
import org.tearline.loop.Accesses.SingleAccesses;
import org.tearline.loop.VarHandles.Handles.Pair;
import org.tearline.loop.VarHandles.Handles;

/**
 * Accesses through {@link VarHandles}, which are the base; positions are offsets in a segment. Plain accesses may be
 * misaligned, and the JVM may split them. All other accesses throw an IllegalArgumentException if misaligned, and an
 * UnsupportedOperationException for read-modify-writes of a short.
 */
final class VarHandleAccesses {
    static final Accesses ALL = new SingleAccesses(false, new Plain(), new Opaque(), new Ordered(), new Volatile(),
        new CompareAndSet(), new GetAndSet(), new GetAndAdd());

    private VarHandleAccesses() {
    }

    /** No ordering. Followed by a {@linkplain CompilerBarrier compiler barrier}. */
    private static final class Plain extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            VarHandles handles = (VarHandles) base;
            handles.write(handles.of(width).plain().write(), position, next);
            CompilerBarrier.afterPlainStore();
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            VarHandles handles = (VarHandles) base;
            long value = handles.read(handles.of(width).plain().read(), position);
            CompilerBarrier.afterPlainLoad();
            return value;
        }
    }

    /**
     * A load and a store without a barrier of ours. {@link Plain} cannot build on them: its calls would be nested too
     * deep for C1 to inline the handle on JDK 25.
     */
    private abstract static class Paired extends Access {
        abstract Pair pair(Handles handles);

        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            VarHandles handles = (VarHandles) base;
            handles.write(pair(handles.of(width)).write(), position, next);
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            VarHandles handles = (VarHandles) base;
            return handles.read(pair(handles.of(width)).read(), position);
        }
    }

    /** Guarantees coherence only. */
    private static final class Opaque extends Paired {
        @Override
        Pair pair(Handles handles) {
            return handles.opaque();
        }
    }

    /** A release store, and an acquire load. */
    private static final class Ordered extends Paired {
        @Override
        Pair pair(Handles handles) {
            return handles.ordered();
        }
    }

    /** Sequentially consistent. */
    private static final class Volatile extends Paired {
        @Override
        Pair pair(Handles handles) {
            return handles.withVolatile();
        }
    }

    /**
     * Locked. A write fails if another writer has changed the value; a read returns the current value even if it is not
     * the expected one.
     */
    private static final class CompareAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            VarHandles handles = (VarHandles) base;
            return handles.compareAndSet(handles.of(width).compareAndSet().write(), position, last, next);
        }

        @Override
        long read(int width, Object base, long position, long last) {
            VarHandles handles = (VarHandles) base;
            return handles.compareAndExchange(handles.of(width).compareAndSet().read(), position, last, last);
        }
    }

    /** Locked on x86-64 (XCHG; in the interpreter, a compare-and-set loop). */
    private static final class GetAndSet extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            VarHandles handles = (VarHandles) base;
            handles.getAndUpdate(handles.of(width).getAndSet(), position, next);
            return true;
        }
    }

    /**
     * Locked on x86-64 (XADD; in the interpreter, a compare-and-set loop). A store compares the result, because C2
     * would otherwise emit LOCK ADD. A read adds zero.
     */
    private static final class GetAndAdd extends Access {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            VarHandles handles = (VarHandles) base;
            long before = handles.getAndUpdate(handles.of(width).getAndAdd(), position, next - last);
            if (width == Long.BYTES) {
                return before == last;
            }
            return (int) before == (int) last;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            VarHandles handles = (VarHandles) base;
            return handles.getAndUpdate(handles.of(width).getAndAdd(), position, 0);
        }
    }
}
