// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.Map;

/**
 * Makes every access wider than a byte that ByteBuffer and views of ByteBuffer and byte[] offer, at every offset of a
 * line, and prints the accesses. The calls are written out because, without an address parameter, they cannot be
 * generated.
 */
public final class EveryBuffer {
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle ARRAY_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class,
        ByteOrder.BIG_ENDIAN);
    private static final VarHandle ARRAY_SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class,
        ByteOrder.nativeOrder());
    private static final Map<String, Integer> BYTES = Map.of("Short", 2, "Char", 2, "Int", 4, "Float", 4, "Long", 8,
        "Double", 8);
    private static final int LINE = 64;

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteBufferViewVarHandle(type, ByteOrder.nativeOrder());
    }

    public static void main(String[] arguments) {
        ByteBuffer direct = Memory.direct(PAGE);
        ByteBuffer heap = ByteBuffer.allocate(4 * LINE);
        int base = UNSAFE.arrayBaseOffset(byte[].class);
        for (int offset = 0; offset <= LINE; offset++) {
            indexed(direct, offset, "native", offset);
            indexed(heap, offset, "heap", base + offset);
            indexed(heap.slice(8, 2 * LINE), offset, "heap", base + 8 + offset);
            relative(direct, offset, "native", offset);
            relative(heap, offset, "heap", base + offset);
            views(direct, offset, "native", offset);
            views(heap, offset, "heap", base + offset);
            arrays(heap.array(), offset, base + offset);
            typed((MappedByteBuffer) direct, offset);
        }
        refused((MappedByteBuffer) direct, heap);
    }

    /** The handle determines the width and the kind of buffer, whatever the types at the call. */
    private static void typed(MappedByteBuffer mapped, int offset) {
        mapped.putLong(offset, 1);
        did("EveryBuffer.typed", "putLong", 8, "native", offset);
        LONGS.set(mapped, offset, 0);
        Object boxed = LONGS.get(mapped, offset);
        LONGS.set((Object) mapped, (short) offset, boxed);
        long wide = (long) INTS.get(mapped, offset);
        INTS.set((ByteBuffer) mapped, offset, (short) wide);
        did("EveryBuffer.typed", "set", 8, "native", offset);
        both("EveryBuffer.typed", 8, "native", offset);
        both("EveryBuffer.typed", 4, "native", offset);
    }

    /** Makes misaligned accesses that the JDK refuses. They are not printed. */
    private static void refused(MappedByteBuffer mapped, ByteBuffer heap) {
        for (ByteBuffer buffer : new ByteBuffer[] {mapped, heap}) {
            int end = buffer.capacity() - 3;
            refused(() -> buffer.getLong(end));
            refused(() -> buffer.getLong(-7));
            refused(() -> buffer.position(end).putLong(1));
            buffer.clear();
            refused(() -> buffer.asReadOnlyBuffer().putLong(4, 1));
            refused(() -> LONGS.get(buffer, end));
            refused(() -> LONGS.set(buffer.asReadOnlyBuffer(), 4, 1L));
        }
        refused(() -> ARRAY_LONGS.get(heap.array(), heap.capacity() - 3));
        refused(() -> LONGS.setVolatile(mapped, 60, 1L));
        refused(() -> ((ByteBuffer) null).getLong(60));
        refused(() -> ((sun.misc.Unsafe) null).getLongVolatile(null, Memory.address(mapped) + 60));
    }

    private static void refused(Runnable access) {
        try {
            access.run();
            throw new AssertionError("not refused");
        } catch (RuntimeException e) {
            // As expected: the JDK makes no access.
        }
    }

    private static void indexed(ByteBuffer buffer, int index, String memory, int offset) {
        buffer.putLong(index, 1).putInt(index, 1).putShort(index, (short) 1).putChar(index, 'a').putFloat(index, 1)
            .putDouble(index, buffer.getLong(index) + buffer.getInt(index) + buffer.getShort(index)
                + buffer.getChar(index) + buffer.getFloat(index) + buffer.getDouble(index));
        did("EveryBuffer.indexed", memory, offset);
    }

    private static void relative(ByteBuffer buffer, int position, String memory, int offset) {
        buffer.position(position).putLong(1).position(position).putInt(1).position(position).putShort((short) 1)
            .position(position).putChar('a').position(position).putFloat(1).position(position).putDouble(1);
        double sum = buffer.position(position).getLong();
        sum += buffer.position(position).getInt();
        sum += buffer.position(position).getShort();
        sum += buffer.position(position).getChar();
        sum += buffer.position(position).getFloat();
        sum += buffer.position(position).getDouble();
        if (buffer.position() - position != Double.BYTES || Double.isNaN(sum)) {
            throw new AssertionError("the position is wrong: " + buffer);
        }
        buffer.clear();
        did("EveryBuffer.relative", memory, offset);
    }

    private static void did(String site, String memory, int offset) {
        for (String verb : new String[] {"get", "put"}) {
            BYTES.forEach((type, bytes) -> did(site, verb + type, bytes, memory, offset));
        }
    }

    private static void views(ByteBuffer buffer, int index, String memory, int offset) {
        LONGS.set(buffer, index, 5L);
        long value = (long) LONGS.get(buffer, index);
        INTS.set(buffer, index, (int) value);
        if ((int) INTS.get(buffer, index) != 5) {
            throw new AssertionError("a view returned another value");
        }
        both("EveryBuffer.views", 8, memory, offset);
        both("EveryBuffer.views", 4, memory, offset);
    }

    private static void arrays(byte[] array, int index, int offset) {
        ARRAY_LONGS.set(array, index, 5L);
        ARRAY_SHORTS.set(array, index, (short) (long) ARRAY_LONGS.get(array, index));
        if ((short) ARRAY_SHORTS.get(array, index) != 5) {
            throw new AssertionError("a view returned another value");
        }
        both("EveryBuffer.arrays", 8, "heap", offset);
        both("EveryBuffer.arrays", 2, "heap", offset);
    }

    private static void both(String site, int bytes, String memory, int offset) {
        did(site, "get", bytes, memory, offset);
        did(site, "set", bytes, memory, offset);
    }

    private static void did(String site, String access, int bytes, String memory, int offset) {
        System.out.println("org.tearline.agent.programs." + site + " " + access + " " + bytes + " " + memory + " "
            + offset);
    }
}
