// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Template of the class that rewritten code calls. {@link Hook} defines it in java.nio, where it can read the fields of
 * buffers, and replaces its native methods. A method with the name of a field calls the agent through the method handle
 * in that field. The last parameters of every check are the width of the value and the number of the instruction.
 * Thread-safe.
 */
final class Check {
    static MethodHandle misaligned;
    static MethodHandle buffer;
    static MethodHandle segment;
    static MethodHandle bulk;
    static MethodHandle fill;
    /** Replaced by a constant when the class is defined. */
    static int granule;
    /** Whether to report every misaligned access, even if it crosses no granule boundary. */
    static boolean listening;

    /** Alignment of objects in the heap, and the width that is assumed for views. */
    private static final int WIDEST = 8;
    private static final long FIRST_ELEMENT = address(ByteBuffer.wrap(new byte[0]));

    private Check() {
    }

    static void check(long address, int bytes, int id) throws Throwable {
        check(null, address, bytes, id);
    }

    static void check(Object base, long offset, int bytes, int id) throws Throwable {
        if (cut(base, offset, bytes)) {
            misaligned(base, offset, id);
        }
    }

    static void checkBuffer(ByteBuffer memory, int bytes, int id) throws Throwable {
        if (memory != null) {
            checkBuffer(memory, memory.position(), bytes, id);
        }
    }

    static void checkBuffer(ByteBuffer memory, int index, int bytes, int id) throws Throwable {
        if (memory != null && cut(array(memory), address(memory) + index, bytes)) {
            buffer(null, memory, array(memory), address(memory) + index, index, id);
        }
    }

    static void checkView(VarHandle view, Object memory, int index, int bytes, int id) throws Throwable {
        if (memory instanceof ByteBuffer own) {
            if (cut(array(own), address(own) + index, WIDEST)) {
                buffer(view, memory, array(own), address(own) + index, index, id);
            }
        } else if (memory instanceof byte[] && cut(memory, FIRST_ELEMENT + index, WIDEST)) {
            buffer(view, memory, memory, FIRST_ELEMENT + index, index, id);
        }
    }

    static void checkSegment(Object memory, Object layout, long offset, int bytes, int id) throws Throwable {
        if (memory != null && cut(base(memory), offset(memory) + offset, bytes)) {
            segment(memory, layout, base(memory), offset(memory) + offset, offset, id);
        }
    }

    static void checkSegmentIndex(Object memory, Object layout, long index, int bytes, int id) throws Throwable {
        checkSegment(memory, layout, index * bytes, bytes, id);
    }

    static void checkBulk(long address, long count, int bytes, int id) throws Throwable {
        bulk(null, address, count, id);
    }

    static void checkBulk(Object base, long offset, long count, int bytes, int id) throws Throwable {
        bulk(base, offset, count, id);
    }

    static void checkPut(ByteBuffer memory, byte[] source, int bytes, int id) throws Throwable {
        if (memory != null) {
            checkPut(memory, memory.position(), source, bytes, id);
        }
    }

    static void checkPut(ByteBuffer memory, byte[] source, int from, int count, int bytes, int id) throws Throwable {
        if (memory != null) {
            checkPut(memory, memory.position(), source, from, count, bytes, id);
        }
    }

    static void checkPut(ByteBuffer memory, ByteBuffer source, int bytes, int id) throws Throwable {
        if (memory != null && source != null && source != memory) {
            put(memory, memory.position(), source.limit(), source.position(), source.remaining(), id);
        }
    }

    static void checkPut(ByteBuffer memory, int index, byte[] source, int bytes, int id) throws Throwable {
        if (source != null) {
            put(memory, index, source.length, 0, source.length, id);
        }
    }

    static void checkPut(ByteBuffer memory, int index, byte[] source, int from, int count, int bytes, int id)
        throws Throwable {
        put(memory, index, source == null ? 0 : source.length, from, count, id);
    }

    static void checkPut(ByteBuffer memory, int index, ByteBuffer source, int from, int count, int bytes, int id)
        throws Throwable {
        put(memory, index, source == null ? 0 : source.limit(), from, count, id);
    }

    private static void put(ByteBuffer memory, int index, int available, int from, int count, int id)
        throws Throwable {
        if (memory != null && !memory.isReadOnly() && from >= 0 && from <= available - count && index >= 0
            && index <= memory.limit() - count) {
            bulk(array(memory), address(memory) + index, count, id);
        }
    }

    static void checkFill(Object memory, int bytes, int id) throws Throwable {
        if (memory != null) {
            checkCopy(memory, 0, size(memory), bytes, id);
        }
    }

    static void checkFill(Object memory, Object source, int bytes, int id) throws Throwable {
        if (source != null) {
            checkCopy(memory, 0, size(source), bytes, id);
        }
    }

    static void checkCopy(Object memory, long offset, long count, int bytes, int id) throws Throwable {
        if (memory != null) {
            fill(memory, base(memory), offset(memory) + offset, offset, count, id);
        }
    }

    static void checkCopy(Object memory, Object layout, long offset, long count, int bytes, int id) throws Throwable {
        if (layout != null) {
            checkCopy(memory, offset, count * width(layout), bytes, id);
        }
    }

    static void checkCopy(Object memory, Object layout, long offset, int count, int bytes, int id) throws Throwable {
        checkCopy(memory, layout, offset, (long) count, bytes, id);
    }

    static void checkCopy(Object array, int index, int count, int bytes, int id) throws Throwable {
        if (array instanceof byte[] own && index >= 0 && index <= own.length - count) {
            bulk(array, FIRST_ELEMENT + index, count, id);
        }
    }

    private static boolean cut(Object base, long offset, int bytes) {
        int block = base == null ? granule : WIDEST;
        return (offset & bytes - 1) != 0 && (((int) offset & block - 1) > block - bytes || listening);
    }

    private static void misaligned(Object base, long offset, int id) throws Throwable {
        misaligned.invokeExact(base, offset, id);
    }

    private static void buffer(VarHandle view, Object memory, Object base, long address, int index, int id)
        throws Throwable {
        buffer.invokeExact(view, memory, base, address, index, id);
    }

    private static void segment(Object memory, Object layout, Object base, long address, long offset, int id)
        throws Throwable {
        segment.invokeExact(memory, layout, base, address, offset, id);
    }

    private static void bulk(Object base, long offset, long count, int id) throws Throwable {
        bulk.invokeExact(base, offset, count, id);
    }

    private static void fill(Object memory, Object base, long address, long offset, long count, int id)
        throws Throwable {
        fill.invokeExact(memory, base, address, offset, count, id);
    }

    private static native byte[] array(ByteBuffer memory);

    private static native long address(ByteBuffer memory);

    private static native Object base(Object segment);

    private static native long offset(Object segment);

    private static native long size(Object segment);

    private static native long width(Object layout);
}
