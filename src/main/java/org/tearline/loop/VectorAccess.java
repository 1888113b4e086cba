// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tearline.trial.Memory;
import org.tearline.trial.Width;

/**
 * The plain load and store of a vector in a direct ByteBuffer. They are method handles because the Vector API is an
 * incubating module that must be added on the command line, and because its methods have changed. On JDK 17 and 18
 * its methods take the buffer; from JDK 22 on they take a MemorySegment, here a view of the buffer; in between,
 * segments were a preview. As constants of a loop, load and store compile to one vmovdqu each, without allocation.
 * Checked in C2's code on JDK 17 and 25 on x86-64.
 *
 * @param load    (long)LongVector: loads the vector at an index
 * @param store   (LongVector, long)void: stores a vector at an index
 * @param lanes   (long)long: loads the vector at an index and returns the OR of its lanes
 * @param species a VectorSpecies
 */
record VectorAccess(MethodHandle load, MethodHandle store, MethodHandle lanes, Object species) {
    private static final String PACKAGE = "jdk.incubator.vector.";

    /** Throws an UnsupportedOperationException if this JVM or CPU does not support vectors of this width. */
    static VectorAccess of(ByteBuffer buffer, Width width) {
        int jdk = Runtime.version().feature();
        if (width.problem(jdk) != null) {
            throw new UnsupportedOperationException("a vector " + width.problem(jdk));
        }
        try {
            Class<?> vector = Class.forName(PACKAGE + "LongVector");
            Class<?> species = Class.forName(PACKAGE + "VectorSpecies");
            int bits = Byte.SIZE * width.bytes();
            int max = (Integer) species.getMethod("vectorBitSize")
                .invoke(vector.getField("SPECIES_PREFERRED").get(null));
            if (bits > max) {
                // Without registers of this size, the API would emulate the vectors in Java.
                throw new UnsupportedOperationException("a vector of " + width.bytes() + " bytes needs a register of "
                    + bits + " bits; on this CPU, this JVM uses registers of " + max + " bits");
            }
            return link(Bytes.of(buffer), vector, species, vector.getField("SPECIES_" + bits).get(null));
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("this JVM has no supported Vector API: " + e, e);
        }
    }

    /** The bytes of a buffer as the Vector API takes them, and the type of an index in them. */
    private record Bytes(Object bytes, Class<?> type, Class<?> index) {
        static Bytes of(ByteBuffer buffer) throws ReflectiveOperationException {
            if (Runtime.version().feature() < Memory.SEGMENT.firstJava()) {
                return new Bytes(buffer, ByteBuffer.class, int.class);
            }
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            return new Bytes(segment.getMethod("ofBuffer", Buffer.class).invoke(null, buffer), segment, long.class);
        }
    }

    private static VectorAccess link(Bytes memory, Class<?> vector, Class<?> speciesType, Object species)
        throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        // The methods are fromByteBuffer and intoByteBuffer, or fromMemorySegment and intoMemorySegment.
        String kind = memory.type.getSimpleName();
        MethodHandle from = lookup.findStatic(vector, "from" + kind,
            MethodType.methodType(vector, speciesType, memory.type, memory.index, ByteOrder.class));
        MethodHandle into = lookup.findVirtual(vector, "into" + kind,
            MethodType.methodType(void.class, memory.type, memory.index, ByteOrder.class));
        MethodHandle load = bind(from, 0, species, memory.bytes);
        MethodHandle store = bind(into, 1, memory.bytes);
        Object or = Class.forName(PACKAGE + "VectorOperators").getField("OR").get(null);
        MethodHandle reduce = lookup.findVirtual(vector, "reduceLanes",
            MethodType.methodType(long.class, Class.forName(PACKAGE + "VectorOperators$Associative")));
        MethodHandle lanes = MethodHandles.filterReturnValue(load, MethodHandles.insertArguments(reduce, 1, or));
        return new VectorAccess(load, store, lanes, species);
    }

    /**
     * Binds the last parameter, which is the byte order, and those from a position on to values. The remaining last
     * parameter is the index; it becomes a long even where the API takes an int.
     */
    private static MethodHandle bind(MethodHandle access, int position, Object... values) {
        MethodHandle ordered = MethodHandles.insertArguments(access, access.type().parameterCount() - 1,
            ByteOrder.nativeOrder());
        MethodHandle bound = MethodHandles.insertArguments(ordered, position, values);
        MethodType type = bound.type();
        return MethodHandles.explicitCastArguments(bound, type.changeParameterType(type.parameterCount() - 1,
            long.class));
    }
}
