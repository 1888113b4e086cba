// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * Uses memory that is filled by copies, or freed and allocated again. Each method makes
 * accesses to a value of its own, or of the method with the same name before the last word.
 */
public final class Reused {
    private static final int TIMES = 20;
    private static final int LINE = 64;
    /** A size that nobody else allocates. */
    private static final int BYTES = 880;
    private static final int COPIES = 500_000_000;
    private static final int COMPILE_MILLIS = 200;
    private static final int MOST_TRIES = 1_000;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final byte[] SOURCE = new byte[100];
    private static final byte[] LOOPED = new byte[128];
    private static final byte[] REFILLED = new byte[128];
    private static final ByteBuffer FILLED = ByteBuffer.allocateDirect(3 * Memory.PAGE).alignedSlice(Memory.PAGE);
    private static final long NATIVE = Memory.pages(1);
    /** In the working directory. */
    private static final Path FILE = Path.of("remapped");
    private static byte[] filled;
    private static long freed;
    private static long contended;
    /** Not volatile, so that the compiled loop reads no field again for it. */
    private static boolean looped;
    private static long sum;
    private static byte written;

    public static void main(String[] arguments) throws Exception {
        Turns.together(Reused::loopedCopy, Reused::loopedRead);
        Turns.together(Reused::firstWrite);
        Turns.inTurn(Reused::filledCopy, Reused::filledRead, Reused::filledRead);
        Turns.inTurn(Reused::filledPut, Reused::filledGet, Reused::filledGet);
        Turns.inTurn(Reused::acrossPut, Reused::acrossGet, Reused::acrossGet);
        Turns.inTurn(Reused::partsWrite, Reused::partsRead, Reused::partsRead);
        changedPartsWrite();
        Turns.together(Reused::changedPartsRead);
        changedPartsWrite();
        refilledCopy();
        Turns.together(Reused::refilledRead);
        refilledCopy();
        useFreedMemory();
        contended = Memory.UNSAFE.allocateMemory(BYTES);
        contendedWrite();
        Turns.together(Reused::contendedRead);
        contendedWrite();
        again(contended);
        Turns.inTurn(Reused::bytesRead, Reused::bytesRead);
        Files.write(FILE, new byte[Memory.PAGE]);
        for (int i = 0; i < TIMES; i++) {
            Turns.inTurn(Reused::remappedWrite, Reused::remappedRead);
        }
        ByteBuffer one = mapped(FILE);
        ByteBuffer other = mapped(FILE);
        for (int i = 0; i < TIMES; i++) {
            Turns.inTurn(() -> mappedTwiceCopy(one), () -> mappedTwiceRead(other));
        }
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < TIMES; i++) {
            Path file = Files.write(Path.of("other" + i), new byte[Memory.PAGE]);
            Turns.inTurn(() -> addresses.add(otherFileWrite(file)), () -> otherFileRead(file),
                () -> otherFileRead(file));
        }
        if (addresses.size() == TIMES) {
            throw new AssertionError("no address was mapped again");
        }
        System.out.println(sum);
    }

    private static void useFreedMemory() throws Exception {
        freed = Memory.UNSAFE.allocateMemory(BYTES);
        int reused = 0;
        for (int i = 0; i < TIMES; i++) {
            Turns.inTurn(Reused::freedWrite, Reused::freedRead, Reused::freedRead);
            long before = freed;
            freed = again(before);
            reused += freed == before ? 1 : 0;
        }
        if (reused == 0) {
            throw new AssertionError("no memory was allocated again");
        }
    }

    /** Frees memory, and returns the same memory, or other memory if the JVM has taken it for itself. */
    private static long again(long memory) {
        Memory.UNSAFE.freeMemory(memory);
        long next = Memory.UNSAFE.allocateMemory(BYTES);
        for (int i = 0; i < MOST_TRIES && next != memory; i++) {
            next = Memory.UNSAFE.allocateMemory(BYTES);
        }
        return next;
    }

    private static long inLine(long memory) {
        return (memory + LINE - 1 & -LINE) + 60;
    }

    /** Is in a compiled loop when the first value is tracked. */
    static void loopedCopy() {
        for (int i = 0; i < COPIES && !looped; i++) {
            System.arraycopy(SOURCE, 0, LOOPED, 60, 8);
        }
    }

    static void loopedRead() throws InterruptedException {
        Thread.sleep(COMPILE_MILLIS);
        for (int i = 0; i < TIMES; i++) {
            sum += (long) LONGS.get(LOOPED, 60);
            Thread.sleep(1);
        }
        looped = true;
    }

    /** Bulk writes are recorded from the first misaligned access on. */
    static void firstWrite() {
        Memory.UNSAFE.putLongVolatile(null, NATIVE + 60, 1);
    }

    static void filledCopy() {
        filled = new byte[128];
        System.arraycopy(SOURCE, 0, filled, 0, 100);
    }

    static void filledRead() {
        sum += (long) LONGS.get(filled, 60);
    }

    static void filledPut() {
        FILLED.put(0, SOURCE, 0, 100);
    }

    static void filledGet() {
        sum += FILLED.getLong(60);
    }

    static void acrossPut() {
        FILLED.put(Memory.PAGE - 50, SOURCE, 0, 100);
    }

    /** Reads a value across a page. */
    static void acrossGet() {
        sum += FILLED.getLong(Memory.PAGE - 4);
    }

    /** Writes a long in two parts before anybody reads it. */
    static void partsWrite() {
        for (int part = 58; part < 66; part += Integer.BYTES) {
            Memory.UNSAFE.putIntVolatile(null, NATIVE + 13 * LINE + part, 1);
        }
    }

    static void partsRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, NATIVE + 13 * LINE + 58);
    }

    static void changedPartsWrite() {
        for (int part = 58; part < 66; part += Integer.BYTES) {
            Memory.UNSAFE.putIntVolatile(null, NATIVE + 15 * LINE + part, 1);
        }
    }

    static void changedPartsRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, NATIVE + 15 * LINE + 58);
    }

    /** Copies again to an array that another thread reads. */
    static void refilledCopy() {
        System.arraycopy(SOURCE, 0, REFILLED, 0, 100);
    }

    static void refilledRead() {
        sum += (long) LONGS.get(REFILLED, 60);
    }

    static void freedWrite() {
        Memory.UNSAFE.putLongVolatile(null, inLine(freed), 1);
    }

    static void freedRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, inLine(freed));
    }

    static void contendedWrite() {
        Memory.UNSAFE.putLongVolatile(null, inLine(contended), 1);
    }

    static void contendedRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, inLine(contended));
    }

    /** Reads under a lock what it has written without one, byte by byte, so that no write is seen. */
    static void bytesRead() {
        Memory.UNSAFE.putByte(NATIVE + 11 * LINE + 60, ++written);
        synchronized (SOURCE) {
            sum += Memory.UNSAFE.getLongVolatile(null, NATIVE + 11 * LINE + 60);
        }
    }

    /** Maps the file anew each time; the system reuses the address. */
    static void remappedWrite() throws IOException {
        ByteBuffer mapped = mapped(FILE);
        mapped.putLong(60, 1);
        Memory.UNSAFE.invokeCleaner(mapped);
    }

    static void remappedRead() throws IOException {
        ByteBuffer mapped = mapped(FILE);
        sum += mapped.getLong(60);
        Memory.UNSAFE.invokeCleaner(mapped);
    }

    static void mappedTwiceCopy(ByteBuffer one) {
        one.put(2 * LINE, SOURCE);
    }

    static void mappedTwiceRead(ByteBuffer other) {
        sum += other.getLong(2 * LINE + 60);
    }

    /** Maps each file once to write to it, and returns the address. */
    static long otherFileWrite(Path file) throws IOException {
        ByteBuffer mapped = mapped(file);
        mapped.putLong(LINE + 60, 1);
        Memory.UNSAFE.invokeCleaner(mapped);
        return Memory.address(mapped);
    }

    static void otherFileRead(Path file) throws IOException {
        ByteBuffer mapped = mapped(file);
        sum += mapped.getLong(LINE + 60);
        Memory.UNSAFE.invokeCleaner(mapped);
    }

    private static ByteBuffer mapped(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, Memory.PAGE);
        }
    }

    private Reused() {
    }
}
