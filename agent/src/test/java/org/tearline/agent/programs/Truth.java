// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Expected.TIMES;
import static org.tearline.agent.programs.Memory.ARRAY_LONGS;
import static org.tearline.agent.programs.Memory.BUFFER_LONGS;
import static org.tearline.agent.programs.Memory.PAGE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.direct;
import static org.tearline.agent.programs.Memory.pages;

import java.io.ByteArrayInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tearline.agent.programs.Expected.Part;

/** Accesses values from two threads in turn, in every way that is watched, and prints what is true of them. */
public final class Truth {
    private static final String AT_60 = "plain 8 at 60 unordered";
    private static final String IN_ARRAY = "plain 8 at 4 unordered";
    private static final int MANY = 10_000;
    private static final int MANY_ARRAYS = 100_000;
    private static final long LATER_NANOS = 500_000_000;
    private static final long MILLI = 1_000_000;
    private static final int BURST = 1_000;
    private static final MethodHandle SET = BUFFER_LONGS.toMethodHandle(VarHandle.AccessMode.SET);
    private static final byte[] ARRAY = new byte[128];
    private static final byte[] STREAMED = new byte[128];
    private static final byte[] LATER = new byte[16];
    private static final byte[] SOURCE = new byte[8];
    private static final long MORE_VALUES = pages(1 + MANY * 64 / PAGE);
    private static final long TABLE = pages(1 + MANY * 64 / PAGE);
    private static final long NATIVE = pages(1);
    private static final ByteBuffer BUFFER = direct(PAGE);
    private static final LongBuffer TYPED =
        direct(PAGE).position(4).slice().order(ByteOrder.nativeOrder()).asLongBuffer();
    private static final ByteBuffer READ = direct(PAGE);
    private static ByteBuffer one;
    private static ByteBuffer other;
    private static FileChannel file;
    private static int changed;
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Path path = Files.write(Path.of("mapped"), new byte[PAGE]);
        file = FileChannel.open(path);
        one = Memory.map(path);
        other = Memory.map(path);
        words();
        buffers();
        arrays();
        Expected.alternate("plain 8 at 60 oneThread", () -> BUFFER.putLong(124, 1));
        Expected.say("contended", (Part) Truth::manyWrite, (Part) Truth::tableWrite);
        Expected.say("plain contended", (Part) Truth::laterWrite);
        Expected.say("any", (Part) Truth::manyRead, (Part) Truth::tableRead, (Part) Truth::laterRead,
            (Part) Truth::newArrays);
        Turns.alternate(TIMES, Truth::manyWrite, Truth::manyRead);
        Turns.inTurn(Truth::tableWrite, Truth::tableRead);
        changed = MANY / 2;
        Turns.inTurn(Truth::tableWrite, Truth::tableRead);
        newArrays();
        Turns.startAndJoin(Truth::laterWrite, Truth::laterRead);
        System.out.println(sum);
    }

    private static void words() throws Exception {
        Expected.alternate("8 at 28 unordered", () -> UNSAFE.putOrderedLong(null, NATIVE + 28, 1),
            () -> sum += UNSAFE.getLongVolatile(null, NATIVE + 28));
        Expected.alternate("4 at 18 unordered", () -> UNSAFE.putOrderedInt(null, NATIVE + 82, 1),
            () -> sum += UNSAFE.getIntVolatile(null, NATIVE + 82));
        Part overlapping = () -> UNSAFE.putLongVolatile(null, NATIVE + 186, 1);
        Part overlapped = () -> sum += UNSAFE.getLongVolatile(null, NATIVE + 188);
        Part whole = () -> UNSAFE.putLongVolatile(null, NATIVE + 314, 1);
        Part half = () -> sum += UNSAFE.getIntVolatile(null, NATIVE + 318);
        Expected.say("8 at 58 unordered", overlapping, whole);
        Expected.say("8 at 60 unordered", overlapped);
        Expected.say("4 at 62 unordered", half);
        Turns.alternate(TIMES, overlapping, overlapped);
        Turns.alternate(TIMES, whole, half);
    }

    private static void buffers() throws Exception {
        // Reads through reflection.
        Expected.alternate("plain 8 at 12 unordered", () -> BUFFER.putLong(12, 1),
            () -> sum += (long) ByteBuffer.class.getMethod("getLong", int.class).invoke(BUFFER, 12));
        Expected.alternate(AT_60, () -> TYPED.put(7, 1), () -> sum += TYPED.get(7));
        Expected.alternate(AT_60, Truth::setByHandle, () -> {
            IntFunction<Long> read = BUFFER::getLong;
            sum += IntStream.of(60).mapToObj(read).mapToLong(value -> value).sum();
        });
        Expected.alternate(AT_60, () -> one.putLong(60, 1), () -> sum += other.getLong(60));
        Expected.alternate(AT_60, () -> file.read(READ.clear(), 0), () -> sum += READ.getLong(60));
    }

    private static void setByHandle() {
        try {
            SET.invokeExact(BUFFER, 60, 1L);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void arrays() throws Exception {
        Expected.alternate(IN_ARRAY, () -> System.arraycopy(SOURCE, 0, ARRAY, 60, 8),
            () -> sum += (long) ARRAY_LONGS.get(ARRAY, 60));
        Expected.alternate(IN_ARRAY, () -> sum += new ByteArrayInputStream(SOURCE).read(STREAMED, 60, 8),
            () -> sum += (long) ARRAY_LONGS.get(STREAMED, 60));
        Expected.say(IN_ARRAY, (Part) Truth::digest);
        digest();
    }

    /** Makes the JDK read a byte array as a whole, which it does at misaligned positions. */
    private static void digest() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < TIMES; i++) {
            sha.update(ARRAY, i, 64);
        }
        sum += sha.digest()[0];
    }

    static void manyWrite() {
        for (int i = 0; i < MANY; i++) {
            UNSAFE.putLongVolatile(null, MORE_VALUES + 60 + 64L * i, i);
        }
        UNSAFE.putLongVolatile(null, MORE_VALUES + 60, 1);
    }

    static void manyRead() {
        sum += UNSAFE.getLongVolatile(null, MORE_VALUES + 60);
    }

    /** Writes a whole table, and later four of its values again. */
    static void tableWrite() {
        for (int i = changed; i < MANY && (changed == 0 || i < changed + 4); i++) {
            UNSAFE.putLongVolatile(null, TABLE + 60 + 64L * i, i);
        }
    }

    static void tableRead() {
        for (int i = 0; i < MANY; i++) {
            sum += UNSAFE.getLongVolatile(null, TABLE + 60 + 64L * i);
        }
    }

    /** Accesses the elements of ever new arrays on one thread. */
    private static void newArrays() {
        for (int i = 0; i < MANY_ARRAYS; i++) {
            byte[] array = new byte[64];
            for (int at = 1; at < 56; at += 9) {
                ARRAY_LONGS.set(array, at, (long) i);
                sum += (long) ARRAY_LONGS.get(array, at);
            }
        }
    }

    static void laterWrite() {
        inBursts(() -> ARRAY_LONGS.set(LATER, 5, sum++));
    }

    static void laterRead() {
        inBursts(() -> sum += (long) ARRAY_LONGS.get(LATER, 5));
    }

    /** Makes so many accesses that a part of the heap is watched at a time, but each part every few milliseconds. */
    private static void inBursts(Runnable access) {
        for (long end = System.nanoTime() + LATER_NANOS; System.nanoTime() < end; LockSupport.parkNanos(MILLI)) {
            for (int i = 0; i < BURST; i++) {
                access.run();
            }
        }
    }
}
