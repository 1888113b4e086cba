// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.InvocationTargetException;
import org.tearline.loop.Region.Pages;
import org.tearline.trial.Memory;

/**
 * A memory segment with handles for each width. The segment is an Object, because code for JDK 17 cannot name its
 * class. If this is a constant of a loop, so are its handles, because the compilers trust the fields of records.
 * Checked in the machine code of JDK 17 and 25.
 *
 * @param bytes the segment
 */
record VarHandles(Object bytes, Handles shorts, Handles ints, Handles longs) {
    private static final MethodType READ = MethodType.methodType(long.class, Object.class, long.class);
    private static final MethodType WRITE = READ.changeReturnType(void.class).appendParameterTypes(long.class);
    private static final MethodType UPDATE = WRITE.changeReturnType(long.class);
    private static final MethodType COMPARE = UPDATE.appendParameterTypes(long.class);

    /**
     * The handles for one width. Values and positions are longs; the bytes of a value above the width are ignored. The
     * handle for a mode that the API lacks throws an UnsupportedOperationException.
     */
    record Handles(Pair plain, Pair opaque, Pair ordered, Pair withVolatile, Pair compareAndSet,
                   MethodHandle getAndSet, MethodHandle getAndAdd) {

        /** The read and the write of a mode. */
        record Pair(MethodHandle read, MethodHandle write) {
        }

        /** Uses one VarHandle for plain accesses at any address, and another for all other modes. */
        static Handles of(VarHandle plain, VarHandle other) {
            return new Handles(pair(plain, AccessMode.GET, AccessMode.SET),
                pair(other, AccessMode.GET_OPAQUE, AccessMode.SET_OPAQUE),
                pair(other, AccessMode.GET_ACQUIRE, AccessMode.SET_RELEASE),
                pair(other, AccessMode.GET_VOLATILE, AccessMode.SET_VOLATILE),
                new Pair(handle(other, AccessMode.COMPARE_AND_EXCHANGE, COMPARE),
                    handle(other, AccessMode.COMPARE_AND_SET, COMPARE.changeReturnType(boolean.class))),
                handle(other, AccessMode.GET_AND_SET, UPDATE), handle(other, AccessMode.GET_AND_ADD, UPDATE));
        }

        private static Pair pair(VarHandle handle, AccessMode read, AccessMode write) {
            return new Pair(handle(handle, read, READ), handle(handle, write, WRITE));
        }

        /** Converts values as a cast would. */
        private static MethodHandle handle(VarHandle handle, AccessMode mode, MethodType type) {
            return MethodHandles.explicitCastArguments(handle.toMethodHandle(mode), type);
        }
    }

    Handles of(int width) {
        return switch (width) {
            case Long.BYTES -> longs;
            case Integer.BYTES -> ints;
            default -> shorts;
        };
    }

    long read(MethodHandle read, long position) {
        try {
            return (long) read.invokeExact(bytes, position);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    void write(MethodHandle write, long position, long value) {
        try {
            write.invokeExact(bytes, position, value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Calls getAndSet or getAndAdd. */
    long getAndUpdate(MethodHandle update, long position, long value) {
        try {
            return (long) update.invokeExact(bytes, position, value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    boolean compareAndSet(MethodHandle compareAndSet, long position, long expected, long value) {
        try {
            return (boolean) compareAndSet.invokeExact(bytes, position, expected, value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    long compareAndExchange(MethodHandle compareAndExchange, long position, long expected, long value) {
        try {
            return (long) compareAndExchange.invokeExact(bytes, position, expected, value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Returns an exception for the caller to throw, or throws an Error. The handles throw nothing checked. */
    static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException unchecked) {
            return unchecked;
        }
        return new IllegalStateException(thrown);
    }

    /** Allocates the JDK's memory segments, by reflection because JDK 17 lacks them. Calls no restricted method. */
    static final class Segments {
        private static final String PACKAGE = "java.lang.foreign.";

        private Segments() {
        }

        static Pages allocate(long bytes, int pageBytes) {
            String problem = Memory.SEGMENT.problem(Runtime.version().feature());
            if (problem != null) {
                throw new UnsupportedOperationException("segment memory " + problem);
            }
            try {
                Class<?> arenas = Class.forName(PACKAGE + "Arena");
                Class<?> segments = Class.forName(PACKAGE + "MemorySegment");
                Object arena = arenas.getMethod("ofShared").invoke(null);
                Object segment = arenas.getMethod("allocate", long.class, long.class).invoke(arena, bytes,
                    (long) pageBytes);
                long address = (long) segments.getMethod("address").invoke(segment);
                VarHandles base = new VarHandles(segment, handles("SHORT"), handles("INT"), handles("LONG"));
                return new Pages(base, 0, address, arena);
            } catch (InvocationTargetException e) {
                throw new IllegalStateException("cannot allocate a memory segment: " + e.getCause(), e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this JVM has no supported memory segments: " + e, e);
            }
        }

        private static Handles handles(String type) throws ReflectiveOperationException {
            return Handles.of(handle("JAVA_" + type + "_UNALIGNED"), handle("JAVA_" + type));
        }

        /** The handle takes a segment and an offset in bytes, and uses the native byte order. */
        private static VarHandle handle(String layout) throws ReflectiveOperationException {
            Class<?> layouts = Class.forName(PACKAGE + "ValueLayout");
            return (VarHandle) layouts.getMethod("varHandle").invoke(layouts.getField(layout).get(null));
        }
    }
}
