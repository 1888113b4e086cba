// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Finds the address behind an access to a buffer, a byte array or a memory segment, and passes it on if it is
 * misaligned. Thread-safe. Misuse that the JDK is about to refuse, such as a null buffer, is no business of it.
 */
public final class JdkMemory {
    private static final ByteBuffer EMPTY = ByteBuffer.wrap(new byte[0]);

    private final Recorder recorder;
    private final Locations locations;
    private final MethodHandle address;
    private final MethodHandle array;
    private final Segments segments;

    /** @param lookup may see the fields of buffers */
    public JdkMemory(Recorder recorder, Locations locations, MethodHandles.Lookup lookup)
        throws ReflectiveOperationException {
        this.recorder = recorder;
        this.locations = locations;
        this.address = MethodHandles.privateLookupIn(Buffer.class, lookup)
            .findGetter(Buffer.class, "address", long.class);
        this.array = MethodHandles.privateLookupIn(ByteBuffer.class, lookup)
            .findGetter(ByteBuffer.class, "hb", byte[].class);
        this.segments = Segments.find();
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

    /** An access at an index of a buffer or of a byte array. */
    public void buffer(Object memory, int index, int id) throws Throwable {
        if (memory instanceof ByteBuffer buffer) {
            // In a heap buffer "address" is the offset in the array's object.
            check((byte[]) array.invokeExact(buffer), (long) address.invokeExact((Buffer) buffer) + index, id);
        } else if (memory instanceof byte[] bytes) {
            check(bytes, arrayBase() + index, id);
        }
    }

    /** An access at the position of a buffer. */
    public void bufferHere(Object memory, int id) throws Throwable {
        if (memory instanceof ByteBuffer buffer) {
            buffer(buffer, buffer.position(), id);
        }
    }

    /** An access at an offset of a segment. */
    public void segment(Object segment, Object layout, long offset, int id) throws Throwable {
        if (segments != null && segment != null) {
            Object base = segments.heapBase(segment);
            check(base, segments.address(segment) + (base == null ? 0 : arrayBase()) + offset, id);
        }
    }

    /** An access at an index of a segment. */
    public void segmentIndex(Object segment, Object layout, long index, int id) throws Throwable {
        segment(segment, layout, index * locations.get(id).access().bytes(), id);
    }

    private void check(Object base, long offset, int id) {
        if ((offset & locations.get(id).access().bytes() - 1) != 0) {
            recorder.misaligned(base, offset, id);
        }
    }

    /** Returns where the first element of a byte array lies in its object, as this JVM lays it out. */
    private long arrayBase() throws Throwable {
        return (long) address.invokeExact((Buffer) EMPTY);
    }

    /** The two methods of MemorySegment that are asked, by name: the class is part of Java from 22 on. */
    private record Segments(MethodHandle addressOf, MethodHandle baseOf) {
        static Segments find() {
            try {
                Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                return new Segments(
                    lookup.findVirtual(segment, "address", MethodType.methodType(long.class))
                        .asType(MethodType.methodType(long.class, Object.class)),
                    lookup.findVirtual(segment, "heapBase", MethodType.methodType(Optional.class))
                        .asType(MethodType.methodType(Optional.class, Object.class)));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        long address(Object segment) throws Throwable {
            return (long) addressOf.invokeExact(segment);
        }

        Object heapBase(Object segment) throws Throwable {
            return ((Optional<?>) baseOf.invokeExact(segment)).orElse(null);
        }
    }
}
