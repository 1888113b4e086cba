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
 * Bytes that are reached through VarHandles, one for each width, whose classes a program of JDK 17 may not name. As a
 * constant of a loop it is folded with all handles in it, because the compilers trust the fields of a record: checked
 * in the machine code of JDK 17 and 25.
 *
 * @param bytes the segment, which the handles take
 */
public record View(Object bytes, Handles shorts, Handles ints, Handles longs) {
    private static final MethodType READ = MethodType.methodType(long.class, Object.class, long.class);
    private static final MethodType WRITE = READ.changeReturnType(void.class).appendParameterTypes(long.class);
    private static final MethodType UPDATE = WRITE.changeReturnType(long.class);
    private static final MethodType COMPARE = UPDATE.appendParameterTypes(long.class);

    /**
     * The accesses of one width, one for each mode. Values are longs of which the lowest bytes count; positions are
     * longs, too. A mode that the API lacks throws UnsupportedOperationException.
     */
    public record Handles(MethodHandle get, MethodHandle set, MethodHandle getOpaque, MethodHandle setOpaque,
                          MethodHandle getAcquire, MethodHandle setRelease, MethodHandle getVolatile,
                          MethodHandle setVolatile, MethodHandle compareAndSet, MethodHandle compareAndExchange,
                          MethodHandle getAndSet, MethodHandle getAndAdd) {

        /** Plain makes the plain accesses, at any place; other makes all others. */
        static Handles of(VarHandle plain, VarHandle other) {
            return new Handles(handle(plain, AccessMode.GET, READ), handle(plain, AccessMode.SET, WRITE),
                handle(other, AccessMode.GET_OPAQUE, READ), handle(other, AccessMode.SET_OPAQUE, WRITE),
                handle(other, AccessMode.GET_ACQUIRE, READ), handle(other, AccessMode.SET_RELEASE, WRITE),
                handle(other, AccessMode.GET_VOLATILE, READ), handle(other, AccessMode.SET_VOLATILE, WRITE),
                handle(other, AccessMode.COMPARE_AND_SET, COMPARE.changeReturnType(boolean.class)),
                handle(other, AccessMode.COMPARE_AND_EXCHANGE, COMPARE),
                handle(other, AccessMode.GET_AND_SET, UPDATE), handle(other, AccessMode.GET_AND_ADD, UPDATE));
        }

        /** Narrows and widens as a cast does. */
        private static MethodHandle handle(VarHandle handle, AccessMode mode, MethodType type) {
            return MethodHandles.explicitCastArguments(handle.toMethodHandle(mode), type);
        }
    }

    public Handles of(int width) {
        return switch (width) {
            case Long.BYTES -> longs;
            case Integer.BYTES -> ints;
            default -> shorts;
        };
    }

    public long read(MethodHandle read, long position) {
        try {
            return (long) read.invokeExact(bytes, position);
        } catch (Throwable e) {
            throw refusal(e);
        }
    }

    public void write(MethodHandle write, long position, long value) {
        try {
            write.invokeExact(bytes, position, value);
        } catch (Throwable e) {
            throw refusal(e);
        }
    }

    /** Calls getAndSet or getAndAdd. */
    public long update(MethodHandle update, long position, long value) {
        try {
            return (long) update.invokeExact(bytes, position, value);
        } catch (Throwable e) {
            throw refusal(e);
        }
    }

    public boolean compareAndSet(MethodHandle compareAndSet, long position, long expected, long value) {
        try {
            return (boolean) compareAndSet.invokeExact(bytes, position, expected, value);
        } catch (Throwable e) {
            throw refusal(e);
        }
    }

    public long compareAndExchange(MethodHandle compareAndExchange, long position, long expected, long value) {
        try {
            return (long) compareAndExchange.invokeExact(bytes, position, expected, value);
        } catch (Throwable e) {
            throw refusal(e);
        }
    }

    /** What a VarHandle throws is unchecked, though a handle may throw anything. */
    private static RuntimeException refusal(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    /** Allocates the JDK's memory segments, by reflection because JDK 17 lacks them. Calls no restricted method. */
    static final class Segments {
        private static final String PACKAGE = "java.lang.foreign.";

        private Segments() {
        }

        static Pages take(long bytes, int pageBytes) {
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
                View view = new View(segment, handles("SHORT"), handles("INT"), handles("LONG"));
                return new Pages(view, 0, address, arena);
            } catch (InvocationTargetException e) {
                throw new IllegalStateException("no memory segment: " + e.getCause(), e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no memory segments here: " + e, e);
            }
        }

        static void close(AutoCloseable arena) {
            try {
                arena.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close the arena of a segment", e);
            }
        }

        private static View.Handles handles(String type) throws ReflectiveOperationException {
            return View.Handles.of(handle("JAVA_" + type + "_UNALIGNED"),
                handle("JAVA_" + type));
        }

        /** It takes a segment and an offset in bytes, in the machine's order. */
        private static VarHandle handle(String layout) throws ReflectiveOperationException {
            Class<?> layouts = Class.forName(PACKAGE + "ValueLayout");
            return (VarHandle) layouts.getMethod("varHandle").invoke(layouts.getField(layout).get(null));
        }
    }
}
