// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Prints what the memory of allocateDirect, Unsafe.allocateMemory, an Arena and a mapped file is aligned to, by size:
 * the largest power of two, up to the page size, that divides the address of each of 500 allocations. The tables of
 * docs/alignment.md are its output.
 *
 * <p>Usage: {@code java scripts/Alignments.java}, with the JDK to be measured.
 */
final class Alignments {
    private static final int[] SIZES = {8, 64, 100, 4096, 65536, 1 << 20};
    private static final int ALLOCATIONS = 500;
    private static final int PAGE = 4096;
    /**
     * Sizes of allocations in between. Without them, glibc may place all small values at multiples of 32 by chance,
     * because the smallest piece of memory takes 32 bytes; the largest of these takes 48.
     */
    private static final int[] BETWEEN = {8, 40, 24};
    private static final sun.misc.Unsafe UNSAFE = unsafe();

    private Alignments() {
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("| JDK " + Runtime.version().feature() + " | " + String.join(" | ", sizes()) + " |");
        System.out.println("|---|" + "---:|".repeat(SIZES.length));
        List<Object> kept = new ArrayList<>();
        print("ByteBuffer.allocateDirect(size)", size -> {
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) size);
            kept.add(buffer);
            return start(buffer);
        });
        print("Unsafe.allocateMemory(size)", UNSAFE::allocateMemory);
        if (Runtime.version().feature() >= 22) {
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Object global = arena.getMethod("global").invoke(null);
            Method plain = arena.getMethod("allocate", long.class);
            Method aligned = arena.getMethod("allocate", long.class, long.class);
            Method address = segment.getMethod("address");
            print("Arena.allocate(size)", size -> (long) call(address, call(plain, global, size)));
            print("Arena.allocate(size, 64)", size -> (long) call(address, call(aligned, global, size, 64L)));
        }
        Path file = Files.createTempFile("alignments", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            print("FileChannel.map(…, 0, size)", size -> {
                try {
                    MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
                    kept.add(mapped);
                    return start(mapped);
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        } finally {
            Files.delete(file);
        }
    }

    private static sun.misc.Unsafe unsafe() {
        try {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> sizes() {
        List<String> sizes = new ArrayList<>();
        for (int size : SIZES) {
            sizes.add(String.format("%,d", size));
        }
        return sizes;
    }

    /** Returns the address of a buffer modulo the page size. */
    private static long start(ByteBuffer buffer) {
        return buffer.alignmentOffset(0, PAGE);
    }

    private static Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void print(String name, LongUnaryOperator allocated) {
        StringBuilder row = new StringBuilder("| `" + name + "` |");
        for (int size : SIZES) {
            long bits = PAGE;
            for (int i = 0; i < ALLOCATIONS; i++) {
                UNSAFE.allocateMemory(BETWEEN[i % BETWEEN.length]);
                bits |= allocated.applyAsLong(size);
            }
            row.append(' ').append(Math.min(PAGE, Long.lowestOneBit(bits))).append(" |");
        }
        System.out.println(row);
    }
}
