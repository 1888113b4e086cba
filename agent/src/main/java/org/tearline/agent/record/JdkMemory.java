// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;
import org.tearline.agent.access.Operation;

/**
 * Finds the address behind an access to a buffer, a byte array or a memory segment, and passes it on if it is
 * misaligned and the JDK is not about to refuse it. Thread-safe.
 */
public final class JdkMemory {
    /** The package of the JDK's own segments. */
    public static final String SEGMENTS = "jdk.internal.foreign";

    private static final ByteBuffer EMPTY = ByteBuffer.wrap(new byte[0]);
    private static final Map<Class<?>, Integer> BYTES = Map.of(short.class, 2, char.class, 2, int.class, 4,
        float.class, 4, long.class, 8, double.class, 8);

    private final Recorder recorder;
    private final Locations locations;
    private final MethodHandle address;
    private final MethodHandle array;
    private final Segments segments;

    /** @param lookup may see the fields of buffers and the methods of segments */
    public JdkMemory(Recorder recorder, Locations locations, MethodHandles.Lookup lookup)
        throws ReflectiveOperationException {
        this.recorder = recorder;
        this.locations = locations;
        this.address = MethodHandles.privateLookupIn(Buffer.class, lookup)
            .findGetter(Buffer.class, "address", long.class);
        this.array = MethodHandles.privateLookupIn(ByteBuffer.class, lookup)
            .findGetter(ByteBuffer.class, "hb", byte[].class);
        this.segments = Segments.find(lookup);
    }

    /** Returns the size of a page, as the JDK's own buffers ask for it. */
    public static int pageBytes(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        Class<?> bits = Class.forName("java.nio.Bits");
        try {
            return (int) MethodHandles.privateLookupIn(bits, lookup)
                .findStatic(bits, "pageSize", MethodType.methodType(int.class)).invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("no size of a page", e);
        }
    }

    /** An access at an index of a buffer. */
    public void buffer(ByteBuffer memory, int index, int id) throws Throwable {
        access(memory, index, id, locations.get(id).access().bytes());
    }

    /** Bytes are put at the position of a buffer. */
    public void put(ByteBuffer memory, int bytes, int id) throws Throwable {
        if (bytes <= memory.remaining() && !memory.isReadOnly()) {
            recorder.bulk((byte[]) array.invokeExact(memory), (long) address.invokeExact((Buffer) memory)
                + memory.position(), bytes, id);
        }
    }

    /** An access at an index of a buffer or of a byte array. */
    public void view(VarHandle view, Object memory, int index, int id) throws Throwable {
        Integer bytes = view == null ? null : BYTES.get(view.varType());
        if (bytes != null) {
            access(memory, index, id, bytes);
        }
    }

    private void access(Object memory, int index, int id, int bytes) throws Throwable {
        if (memory instanceof ByteBuffer buffer) {
            if (index >= 0 && index <= buffer.limit() - bytes && !(writes(id) && buffer.isReadOnly())) {
                // In a heap buffer "address" is the offset in the array's object.
                check((byte[]) array.invokeExact(buffer), (long) address.invokeExact((Buffer) buffer) + index, id,
                    bytes);
            }
        } else if (memory instanceof byte[] own && index >= 0 && index <= own.length - bytes) {
            check(own, (long) address.invokeExact((Buffer) EMPTY) + index, id, bytes);
        }
    }

    /** An access at an offset of a segment. */
    public void segment(Object segment, Object layout, long offset, int id) throws Throwable {
        int bytes = locations.get(id).access().bytes();
        if (segments == null || segment == null || layout == null) {
            return;
        }
        long address = (long) segments.offsetOf.invokeExact(segment) + offset;
        if ((address & bytes - 1) != 0 && segments.allow(segment, layout, offset, bytes, !writes(id))) {
            check(segments.baseOf.invokeExact(segment), address, id, bytes);
        }
    }

    private boolean writes(int id) {
        return locations.get(id).access().operation() != Operation.READ;
    }

    private void check(Object base, long offset, int id, int bytes) {
        if ((offset & bytes - 1) != 0) {
            recorder.misaligned(base, offset, id, bytes);
        }
    }

    /**
     * The JDK's own class of segments, by name: it is part of Java from 22 on. Its public methods hide the array of a
     * read-only segment.
     */
    private record Segments(MethodHandle baseOf, MethodHandle offsetOf, MethodHandle isAligned, MethodHandle refuse) {
        static Segments find(MethodHandles.Lookup lookup) {
            try {
                Class<?> segment = Class.forName(SEGMENTS + ".AbstractMemorySegmentImpl");
                Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
                return new Segments(
                    find(lookup, segment, "unsafeGetBase", MethodType.methodType(Object.class)),
                    find(lookup, segment, "unsafeGetOffset", MethodType.methodType(long.class)),
                    find(lookup, segment, "isAlignedForElement",
                        MethodType.methodType(boolean.class, long.class, layout)),
                    find(lookup, segment, "checkAccess",
                        MethodType.methodType(void.class, long.class, long.class, boolean.class)));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        /** Returns the method for callers that do not know its classes. */
        private static MethodHandle find(MethodHandles.Lookup lookup, Class<?> segment, String name, MethodType type)
            throws ReflectiveOperationException {
            MethodHandle found = MethodHandles.privateLookupIn(segment, lookup).findVirtual(segment, name, type);
            return found.asType(found.type().erase());
        }

        /** Returns whether the JDK makes the access. */
        boolean allow(Object segment, Object layout, long offset, int bytes, boolean read) throws Throwable {
            try {
                refuse.invokeExact(segment, offset, (long) bytes, read);
                return (boolean) isAligned.invokeExact(segment, offset, layout);
            } catch (RuntimeException e) {
                return false;
            }
        }
    }
}
