// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Compares the table of APIs with the JDK that runs the test, and with what was measured on JDK 17, 21 and 25. */
class ApiTest {
    private static final int JAVA = Runtime.version().feature();
    private static final Map<WriteMode, AccessMode> WRITES = Map.of(WriteMode.PLAIN, AccessMode.SET, WriteMode.OPAQUE,
        AccessMode.SET_OPAQUE, WriteMode.ORDERED, AccessMode.SET_RELEASE, WriteMode.VOLATILE, AccessMode.SET_VOLATILE,
        WriteMode.CAS, AccessMode.COMPARE_AND_SET, WriteMode.GETANDSET, AccessMode.GET_AND_SET, WriteMode.GETANDADD,
        AccessMode.GET_AND_ADD);
    private static final Map<ReadMode, AccessMode> READS = Map.of(ReadMode.PLAIN, AccessMode.GET, ReadMode.OPAQUE,
        AccessMode.GET_OPAQUE, ReadMode.ACQUIRE, AccessMode.GET_ACQUIRE, ReadMode.VOLATILE, AccessMode.GET_VOLATILE,
        ReadMode.CAS, AccessMode.COMPARE_AND_SET, ReadMode.EXCHANGE, AccessMode.COMPARE_AND_EXCHANGE,
        ReadMode.GETANDADD, AccessMode.GET_AND_ADD);

    /** Aligned and misaligned offsets are used. The memory is aligned to 8 bytes. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"UNSAFE", "AGRONA", "BYTEBUFFER", "VECTOR"})
    void shouldRefuseWhatTheJdkRefuses(Api api) throws ReflectiveOperationException {
        boolean segment = api.name().contains("SEGMENT");
        assumeTrue(!segment || Memory.SEGMENT.problem(JAVA) == null, "no segments in JDK " + JAVA);
        Object bytes = bytes(api);
        for (Width width : Width.scalars()) {
            VarHandle handle = handle(api, width);
            for (int offset = 8; offset < 16; offset++) {
                boolean aligned = offset % width.bytes() == 0;
                for (WriteMode mode : WRITES.keySet()) {
                    assertThat(api.refusal(mode, width, aligned, JAVA)).as("%s %s of %s at %d", api, mode, width,
                        offset).isEqualTo(thrown(handle, WRITES.get(mode), bytes, offset));
                }
                for (ReadMode mode : READS.keySet()) {
                    assertThat(api.refusal(mode, width, aligned, JAVA)).as("%s %s of %s at %d", api, mode, width,
                        offset).isEqualTo(thrown(handle, READS.get(mode), bytes, offset));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "BUFFER_VIEW,       VOLATILE, true,  17, -", "BUFFER_VIEW, VOLATILE, false, 25, IllegalStateException",
        "HEAP_BUFFER_VIEW,  ORDERED,  true,  21, -", "HEAP_BUFFER_VIEW, ORDERED, true, 25, IllegalStateException",
        "HEAP_BUFFER_VIEW,  PLAIN,    false, 25, -", "ARRAY_VIEW, CAS, true, 21, -",
        "ARRAY_VIEW,        CAS,      false, 17, IllegalStateException",
        "ARRAY_VIEW,        CAS,      true,  25, UnsupportedOperationException",
        "SEGMENT,           PLAIN,    false, 25, IllegalArgumentException",
        "SEGMENT,           ORDERED,  true,  25, -", "SEGMENT_UNALIGNED, PLAIN, false, 25, -",
        "SEGMENT_UNALIGNED, VOLATILE, true,  25, UnsupportedOperationException",
        "HEAP_SEGMENT,      PLAIN,    true,  25, IllegalArgumentException",
        "BYTEBUFFER,        VOLATILE, true,  25, no such method", "UNSAFE, CAS, false, 25, -"})
    void shouldNameTheException(Api api, WriteMode mode, boolean aligned, int java, String refusal) {
        assertThat(api.refusal(mode, Width.LONG, aligned, java)).isEqualTo(refusal);
    }

    @Test
    void shouldHaveNoMethodsButPlainOnesInAByteBuffer() {
        assertThat(ByteBuffer.class.getMethods()).extracting(Method::getName)
            .noneMatch(name -> name.matches("(get|put)\\w*(Opaque|Acquire|Release|Volatile)|compareAnd\\w*|getAnd\\w*"))
            .contains("getLong", "putLong");
    }

    @ParameterizedTest
    @EnumSource
    void shouldOfferAnApiThatAllowsWhatItRefuses(Api api) {
        for (WriteMode mode : WriteMode.values()) {
            if (api != Api.VECTOR && mode != WriteMode.SEQLOCK) {
                assertThat(api.instead().refusal(mode, Width.LONG, true, 25)).as("%s %s", api, mode).isNull();
            }
        }
    }

    private static String thrown(VarHandle handle, AccessMode mode, Object bytes, int offset) {
        MethodHandle method = handle.toMethodHandle(mode);
        MethodType type = method.type();
        List<Object> arguments = new ArrayList<>(List.of(bytes, offset));
        while (arguments.size() < type.parameterCount()) {
            arguments.add((short) 1);
        }
        Throwable thrown = catchThrowable(() -> MethodHandles.explicitCastArguments(method, type.generic())
            .invokeWithArguments(arguments));
        return thrown == null ? null : thrown.getClass().getSimpleName();
    }

    private static Object bytes(Api api) throws ReflectiveOperationException {
        return switch (api) {
            case BUFFER_VIEW -> ByteBuffer.allocateDirect(64).alignedSlice(Long.BYTES);
            case HEAP_BUFFER_VIEW -> ByteBuffer.allocate(64);
            case ARRAY_VIEW -> new byte[64];
            case SEGMENT, SEGMENT_UNALIGNED -> foreign("MemorySegment").getMethod("ofBuffer", java.nio.Buffer.class)
                .invoke(null, ByteBuffer.allocateDirect(64).alignedSlice(Long.BYTES));
            case HEAP_SEGMENT -> foreign("MemorySegment").getMethod("ofArray", byte[].class)
                .invoke(null, (Object) new byte[64]);
            case UNSAFE, AGRONA, BYTEBUFFER, VECTOR -> throw new IllegalArgumentException(api.toString());
        };
    }

    private static VarHandle handle(Api api, Width width) throws ReflectiveOperationException {
        Class<?> array = switch (width) {
            case SHORT -> short[].class;
            case INT -> int[].class;
            default -> long[].class;
        };
        return switch (api) {
            case ARRAY_VIEW -> MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
            case SEGMENT, HEAP_SEGMENT -> layout("JAVA_" + width.name());
            case SEGMENT_UNALIGNED -> layout("JAVA_" + width.name() + "_UNALIGNED");
            default -> MethodHandles.byteBufferViewVarHandle(array, ByteOrder.nativeOrder());
        };
    }

    private static VarHandle layout(String name) throws ReflectiveOperationException {
        Class<?> layouts = foreign("ValueLayout");
        return (VarHandle) layouts.getMethod("varHandle").invoke(layouts.getField(name).get(null));
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
