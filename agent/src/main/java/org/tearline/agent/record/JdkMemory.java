// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Map;
import org.tearline.agent.access.Access.Operation;

/**
 * Records misaligned accesses to buffers, byte arrays and memory segments, except those that the JDK rejects.
 * Thread-safe.
 */
public final class JdkMemory {
    /** Package of the JDK's memory segment classes. */
    public static final String SEGMENTS = "jdk.internal.foreign";

    private static final Map<Class<?>, Integer> BYTES = Map.of(short.class, 2, char.class, 2, int.class, 4,
        float.class, 4, long.class, 8, double.class, 8);

    private final Recorder recorder;
    private final Locations locations;
    private final Segments segments;

    public JdkMemory(Recorder recorder, Locations locations, MethodHandles.Lookup lookup) {
        this.recorder = recorder;
        this.locations = locations;
        this.segments = Segments.find(lookup);
    }

    public static int pageBytes(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        Class<?> bits = Class.forName("java.nio.Bits");
        try {
            return (int) MethodHandles.privateLookupIn(bits, lookup)
                .findStatic(bits, "pageSize", MethodType.methodType(int.class)).invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read the page size", e);
        }
    }

    /** @param view the VarHandle that makes the access; null for a method of the buffer */
    public void buffer(VarHandle view, Object memory, Object base, long address, int index, int id) {
        int bytes = view == null ? locations.get(id).access().bytes() : BYTES.getOrDefault(view.varType(), 1);
        int size = memory instanceof byte[] array ? array.length
            : writes(id) && ((ByteBuffer) memory).isReadOnly() ? 0 : ((ByteBuffer) memory).limit();
        if ((address & bytes - 1) != 0 && index >= 0 && index <= size - bytes) {
            recorder.misaligned(base, address, id, bytes);
        }
    }

    public void segment(Object segment, Object layout, Object base, long address, long offset, int id)
        throws Throwable {
        int bytes = locations.get(id).access().bytes();
        if (segments != null && layout != null && segments.allow(segment, offset, bytes, !writes(id))
            && segments.aligned(segment, offset, layout)) {
            recorder.misaligned(base, address, id, bytes);
        }
    }

    /** Records a bulk write to a segment. */
    public void fill(Object segment, Object base, long address, long offset, long bytes, int id) throws Throwable {
        if (segments != null && segments.allow(segment, offset, bytes, false)) {
            recorder.bulk(base, address, bytes, id);
        }
    }

    private boolean writes(int id) {
        return locations.get(id).access().operation() != Operation.READ;
    }

    /** The JDK's own checks of accesses to segments, available since Java 22. */
    private record Segments(MethodHandle isAligned, MethodHandle checkAccess) {
        /** Returns null if this JDK lacks these methods. */
        static Segments find(MethodHandles.Lookup lookup) {
            try {
                Class<?> segment = Class.forName(SEGMENTS + ".AbstractMemorySegmentImpl");
                Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
                return new Segments(
                    find(lookup, segment, "isAlignedForElement",
                        MethodType.methodType(boolean.class, long.class, layout)),
                    find(lookup, segment, "checkAccess",
                        MethodType.methodType(void.class, long.class, long.class, boolean.class)));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        /** Erases the types, which code for Java 17 cannot name. */
        private static MethodHandle find(MethodHandles.Lookup lookup, Class<?> segment, String name, MethodType type)
            throws ReflectiveOperationException {
            MethodHandle found = MethodHandles.privateLookupIn(segment, lookup).findVirtual(segment, name, type);
            return found.asType(found.type().erase());
        }

        boolean allow(Object segment, long offset, long bytes, boolean read) throws Throwable {
            try {
                checkAccess.invokeExact(segment, offset, bytes, read);
                return true;
            } catch (RuntimeException e) {
                return false;
            }
        }

        boolean aligned(Object segment, long offset, Object layout) throws Throwable {
            return (boolean) isAligned.invokeExact(segment, offset, layout);
        }
    }
}
