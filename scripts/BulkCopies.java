// SPDX-License-Identifier: Apache-2.0

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import sun.misc.Unsafe;

/**
 * Tests whether an aligned long can tear during a bulk copy or fill. One thread copies a repeated byte while another
 * loads aligned longs. Usage: java [--sun-misc-unsafe-memory-access=allow] scripts/BulkCopies.java MILLIS
 */
@SuppressWarnings("removal")
public final class BulkCopies {
    private static final Unsafe UNSAFE = unsafe();
    private static final int BYTES = 4096;
    private static final int LONGS = BYTES / Long.BYTES;
    private static final int VALUES = 256;
    private static final int WARM_UP_MILLIS = 1_500;
    private static final long REPEATED = 0x0101010101010101L;
    private static volatile boolean stopped;

    private final long[] longs = new long[LONGS];
    private final byte[] bytes = new byte[BYTES];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(BYTES + Long.BYTES).alignedSlice(Long.BYTES);
    private final long[][] fromLongs = new long[VALUES][LONGS];
    private final byte[][] fromBytes = new byte[VALUES][BYTES];
    private final long[] fromAddress = new long[VALUES];

    private record Target(Object object, long address, IntConsumer write) {
    }

    private BulkCopies() {
        for (int i = 0; i < VALUES; i++) {
            Arrays.fill(fromLongs[i], REPEATED * i);
            Arrays.fill(fromBytes[i], (byte) i);
            fromAddress[i] = UNSAFE.allocateMemory(BYTES);
            UNSAFE.setMemory(fromAddress[i], BYTES, (byte) i);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 1 || !arguments[0].matches("[1-9]\\d{0,8}")) {
            System.err.println("usage: java scripts/BulkCopies.java MILLIS, the milliseconds for each copy or fill");
            System.exit(2);
        }
        long millis = Long.parseLong(arguments[0]);
        for (int shift : new int[] {0, 3}) {
            for (Map.Entry<String, Target> one : new BulkCopies().targets(shift).entrySet()) {
                test(one.getKey() + (shift == 0 ? "" : ", 3 bytes past a multiple of 8"), one.getValue(), shift,
                    millis);
            }
        }
    }

    private Map<String, Target> targets(int shift) {
        int length = BYTES - Long.BYTES;
        long base = UNSAFE.getLong(direct, offset("address"));
        Map<String, Target> all = new LinkedHashMap<>();
        if (shift == 0) {
            all.put("Arrays.fill(long[])", longs(v -> Arrays.fill(longs, REPEATED * v)));
            all.put("System.arraycopy(long[])", longs(v -> System.arraycopy(fromLongs[v], 0, longs, 0, LONGS)));
            all.put("loop over long[]", longs(v -> {
                for (int i = 0; i < LONGS; i++) {
                    longs[i] = fromLongs[v][i];
                }
            }));
        }
        all.put("Arrays.fill(byte[])", bytes(v -> Arrays.fill(bytes, shift, shift + length, (byte) v)));
        all.put("System.arraycopy(byte[])", bytes(v -> System.arraycopy(fromBytes[v], shift, bytes, shift, length)));
        all.put("Unsafe.setMemory", new Target(null, base, v -> UNSAFE.setMemory(base + shift, length, (byte) v)));
        all.put("Unsafe.copyMemory", new Target(null, base, v -> UNSAFE.copyMemory(fromAddress[v] + shift, base + shift,
            length)));
        all.put("ByteBuffer.put(byte[])", new Target(null, base, v -> direct.clear().position(shift)
            .put(fromBytes[v], shift, length)));
        return all;
    }

    private Target longs(IntConsumer write) {
        return new Target(longs, Unsafe.ARRAY_LONG_BASE_OFFSET, write);
    }

    private Target bytes(IntConsumer write) {
        return new Target(bytes, Unsafe.ARRAY_BYTE_BASE_OFFSET, write);
    }

    private static void test(String name, Target target, int shift, long millis) throws InterruptedException {
        stopped = false;
        Thread writer = new Thread(() -> {
            for (int i = 0; !stopped; i = i + 1 & VALUES - 1) {
                target.write.accept(i);
            }
        });
        writer.start();
        Thread.sleep(WARM_UP_MILLIS);
        long[] last = new long[LONGS];
        long changes = 0;
        long torn = 0;
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end) {
            for (int i = shift == 0 ? 0 : 1; i < LONGS - 2; i++) {
                long seen = UNSAFE.getLongVolatile(target.object, target.address + (long) Long.BYTES * i);
                if (seen != last[i]) {
                    changes++;
                    torn += seen == Long.rotateLeft(seen, Byte.SIZE) ? 0 : 1;
                    last[i] = seen;
                }
            }
        }
        stopped = true;
        writer.join();
        System.out.printf("%-70s torn %,d of %,d changes%n", name, torn, changes);
    }

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField(field));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
